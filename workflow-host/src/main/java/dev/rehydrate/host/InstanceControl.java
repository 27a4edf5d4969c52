// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What administrators do with instances while the farm runs (contract §4.8, §5.8): any instance of the store, held or not.
 * Safe for use by many threads; must not be called from a handler.
 *
 * <p>A host that has the instance in memory needs no notification: its next save is refused, it drops its copy, and the
 * message at hand runs again on what is stored then. If it is this very host, the copy has left memory when the answer
 * comes, unless a turn takes longer than five seconds.
 *
 * <p>Every method answers within its time, and a second at the most. Every method may fail with an {@code
 * InstanceStoreException}: nothing was done, except that after an {@code OutcomeUnknownException} it may have been done,
 * and may be asked for again; or with a {@link HostStoppedException}. If the thread is interrupted while it waits, it stays so,
 * and every method fails with a {@link java.util.concurrent.CancellationException}: what changes something may still be done, and
 * may be asked for again.
 */
public final class InstanceControl {

    /** How long each call may take unless {@link #within} says otherwise. */
    public static final Duration DEFAULT_TIME = Duration.ofSeconds(30);

    private final AsyncInstanceControl async;

    InstanceControl(AsyncInstanceControl async) {
        this.async = async;
    }

    /**
     * The same with another time limit.
     *
     * @param time how long each call may take
     * @return a control with this limit
     * @throws IllegalArgumentException if the time is not positive
     */
    public InstanceControl within(Duration time) {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("the time for a call must be positive: " + time);
        }
        return new InstanceControl(async.within(time));
    }

    /** {@return the same without waiting, and with the same time limit} */
    public AsyncInstanceControl async() {
        return async;
    }

    /**
     * Lists instances.
     *
     * @param query which, in which order, how many
     * @return one page; true for each instance at some moment, not for all at one
     */
    public InstancePage list(InstanceQuery query) {
        return read(async.list(query));
    }

    /**
     * Shows an instance in whatever state, without touching it. A value that cannot be read or shown here is described
     * instead.
     *
     * @param id the instance
     * @return what is stored, values included, or empty if there is no such instance
     */
    public Optional<InspectedInstance> inspect(InstanceId id) {
        return read(async.inspect(id));
    }

    /**
     * Shows the instance that has a key; otherwise as {@link #inspect(InstanceId)}.
     *
     * @param key the key
     * @return what is stored, or empty if no instance has the key
     * @throws dev.rehydrate.correlation.KeyTextMismatchException if the stored key was made from another text
     */
    public Optional<InspectedInstance> inspect(CorrelationKey key) {
        return read(async.inspect(key));
    }

    /**
     * Keeps an instance from running until it is resumed: it takes no messages, and no timer of it fires. A turn that is
     * under way is not saved. What another host has replied to but not saved is saved by it.
     *
     * @param id the instance
     * @param reason what a person should know, not blank
     * @return {@code DONE}, {@code NOT_FOUND} or {@code COMPLETED}
     * @throws IllegalArgumentException if the reason is blank
     */
    public ControlResult suspend(InstanceId id, String reason) {
        return answer(async.suspend(id, reason));
    }

    /**
     * Lets an instance run again; a failed one is retried. One that is not suspended stays as it is.
     *
     * @param id the instance
     * @return {@code DONE}, {@code NOT_FOUND}, {@code COMPLETED} or, for a failed one, {@code BUSY}
     */
    public ControlResult resume(InstanceId id) {
        return answer(async.resume(id));
    }

    /**
     * Lets a failed instance run again, from its last saved state: one that a host has suspended because its turn failed.
     *
     * @param id the instance
     * @return {@code DONE}, {@code NOT_FOUND}, {@code COMPLETED}, {@code NOT_FAILED} or {@code BUSY}
     */
    public ControlResult retry(InstanceId id) {
        return answer(async.retry(id));
    }

    /**
     * Ends an instance as failed, in its last saved state. It is deleted or kept as its definition says, or the owner of
     * this host; if it is kept, the reason stands in its metadata as {@code rehydrate.ended}. Messages that wait to be sent
     * are sent first, by any live host; dead letters are not sent. What another host has replied to but not saved is lost.
     *
     * @param id the instance
     * @param reason what a person should know, not blank
     * @return {@code DONE}, also if only its messages are left to send, {@code NOT_FOUND}, {@code COMPLETED} if it had
     *     ended before, or {@code BUSY}
     * @throws IllegalArgumentException if the reason is blank
     */
    public ControlResult terminate(InstanceId id, String reason) {
        return answer(async.terminate(id, reason));
    }

    /**
     * Ends an instance as cancelled; otherwise as {@link #terminate}.
     *
     * @param id the instance
     * @return as {@link #terminate}
     */
    public ControlResult cancel(InstanceId id) {
        return answer(async.cancel(id));
    }

    /**
     * Releases the hold of an instance by force, even if its holder is alive (steals the lock), and changes nothing else.
     * What that host has replied to but not saved is lost.
     *
     * @param id the instance
     * @return {@code DONE}, also if it was not held, {@code NOT_FOUND} or {@code COMPLETED}
     */
    public ControlResult forceRelease(InstanceId id) {
        return answer(async.forceRelease(id));
    }

    /**
     * Removes an instance with its keys, and with messages that wait to be sent, in any state, held or not, also one that
     * was completed and kept.
     *
     * @param id the instance
     * @return {@code DONE} or {@code NOT_FOUND}
     */
    public ControlResult delete(InstanceId id) {
        return answer(async.delete(id));
    }

    /**
     * Ends all instances of a definition, one after another, each in its last saved state and as its definition says.
     *
     * @param definition the name of the definition; all its versions are meant
     * @return how many were ended within the time, and how many are left
     */
    public BulkCompletionResult completeAll(String definition) {
        return answer(async.completeAll(definition));
    }

    private <T> T read(CompletableFuture<T> answer) {
        return Waiting.forAnswer(answer, async.time(), Waiting.Awaited.READ);
    }

    private <T> T answer(CompletableFuture<T> answer) {
        return Waiting.forAnswer(answer, async.time(), Waiting.Awaited.CONTROL);
    }
}
