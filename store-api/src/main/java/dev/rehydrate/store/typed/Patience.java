// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.typed;

import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.execution.OwnerlessCommands;
import dev.rehydrate.store.waiting.Deadline;
import dev.rehydrate.typed.InstanceAccessException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call until its deadline: how long to wait before the next one, and what to say when there is none. It
 * remembers whether an attempt may have taken effect, because then no later obstacle means that nothing was changed.
 */
final class Patience {

    private static final Duration FIRST_BACKOFF = Duration.ofMillis(1);
    private static final int MOST_DOUBLINGS = 7;
    /** News of a release may be lost, so a locked instance is looked at again after this time. */
    private static final Duration LONGEST_WAIT_FOR_NEWS = Duration.ofMillis(500);
    /** An attempt with less time could not be told from a slow store. */
    private static final Duration SHORTEST_ATTEMPT = Duration.ofSeconds(1);

    private final OwnerlessCommands commands;
    private final Kind<?> kind;
    private final InstanceKey key;
    private final Duration timeout;
    private final Deadline deadline;
    private final boolean mayChange;
    private int attempts;
    private @Nullable InstanceStoreException doubt;
    private @Nullable Supplier<InstanceAccessException> obstacle;

    private Patience(TypedAccess<?> access, InstanceKey key, boolean mayChange) {
        this.commands = access.commands();
        this.kind = access.kind();
        this.key = Objects.requireNonNull(key, "key");
        this.timeout = access.timeout();
        this.deadline = Deadline.in(commands.time(), timeout);
        this.mayChange = mayChange;
    }

    /** For a call that may change the instance. */
    static Patience toChange(TypedAccess<?> access, InstanceKey key) {
        return new Patience(access, key, true);
    }

    /** For a call that reads or locks: whatever became of its attempts, nothing was changed. */
    static Patience toSee(TypedAccess<?> access, InstanceKey key) {
        return new Patience(access, key, false);
    }

    /** How long the next attempt may take: half of what is left, so that there is time to settle an unknown outcome. */
    Duration attempt() {
        attempts++;
        Duration remaining = deadline.remainingOrZero();
        Duration half = remaining.dividedBy(2);
        Duration longest = half.compareTo(SHORTEST_ATTEMPT) > 0 ? half : SHORTEST_ATTEMPT;
        return remaining.compareTo(longest) < 0 ? remaining : longest;
    }

    boolean isInDoubt() {
        return doubt != null;
    }

    /** {@return why an attempt may have taken effect, or null if none may} */
    @Nullable
    InstanceStoreException doubt() {
        return doubt;
    }

    /** None of the attempts since then can take effect any more. */
    void settled(@Nullable InstanceStoreException earlierDoubt) {
        doubt = earlierDoubt;
    }

    /** Other writers were first: waits, or gives up. */
    void afterMismatch() {
        obstacle = () -> kind.contended(key, timeout, attempts);
        pause(null);
    }

    /** Another caller has the lock: waits for its release, or gives up. */
    void whileLocked(InstanceId instance, @Nullable Holder holder) {
        obstacle = () -> kind.locked(key, timeout, holder);
        pause(instance);
    }

    /** An attempt has failed: waits if the next one may fare better, or gives up. */
    void afterFailure(InstanceStoreException failure) {
        if (mayChange) {
            noteDoubt(failure);
        }
        if (failure instanceof HandleConflictException && failure.instance().isPresent()) {
            whileLocked(failure.instance().get(), null);
            return;
        }
        if (!mayPass(failure)) {
            throw failure;
        }
        // An attempt that the deadline has cut short says nothing of the store: what was in the way before it still is.
        if (obstacle == null || !deadline.isOver()) {
            obstacle = () -> kind.unavailable(key, "the store did not carry it out within " + timeout, failure);
        }
        pause(null);
    }

    private void noteDoubt(InstanceStoreException failure) {
        if (failure.effect() == Effect.UNKNOWN) {
            doubt = failure;
        }
        if (failure instanceof OutcomeUnknownException unknown && !unknown.canBeSettled()) {
            throw kind.unknown(key, "the store cannot tell any more whether it carried out the command", failure);
        }
    }

    private static boolean mayPass(InstanceStoreException failure) {
        return failure instanceof StoreUnavailableException
                || failure instanceof OutcomeUnknownException
                || failure instanceof OwnerLostException
                || failure instanceof HandleFreedException
                || failure instanceof LeaseLostException;
    }

    /** The thread is interrupted, and stays so. */
    InstanceAccessException interrupted(InterruptedException interruption, boolean mayHaveChanged) {
        Thread.currentThread().interrupt();
        String what = "the thread was interrupted";
        return mayHaveChanged || isInDoubt()
                ? kind.unknown(key, what, interruption)
                : kind.unavailable(key, what, interruption);
    }

    /** The store is closed: what was sent before may have taken effect, and cannot be settled any more. */
    RuntimeException closed(IllegalStateException notTaken) {
        return doubt == null
                ? notTaken
                : kind.unknown(key, "the store was closed before it was known what became of the command", doubt);
    }

    private void pause(@Nullable InstanceId locked) {
        requireTime();
        Duration remaining = deadline.remainingOrZero();
        try {
            commands.await(locked == null ? backoff(remaining) : news(locked, remaining), () -> "the next attempt");
        } catch (InterruptedException interruption) {
            throw interrupted(interruption, false);
        }
        requireTime();
    }

    /** An attempt without time would fail, and then hide what is in the way. */
    private void requireTime() {
        if (!deadline.isOver()) {
            return;
        }
        if (doubt != null) {
            throw kind.unknown(key, "the store did not answer within " + timeout, doubt);
        }
        throw obstacle == null ? kind.contended(key, timeout, attempts) : obstacle.get();
    }

    /** Between half and all of a time that doubles, so that callers which wait do not come in step. */
    private CompletableFuture<Void> backoff(Duration remaining) {
        long most = FIRST_BACKOFF.toNanos() << Math.min(attempts, MOST_DOUBLINGS);
        Duration pause = Duration.ofNanos(most - ThreadLocalRandom.current().nextLong(most / 2 + 1));
        // Compared as durations: a timeout of 'for ever' has no nanosecond form.
        return deadline.pause(
                pause.compareTo(remaining) < 0 ? pause : remaining, () -> "the backoff of an attempt on key " + key);
    }

    private CompletableFuture<Void> news(InstanceId locked, Duration remaining) {
        return commands.releaseOf(
                locked, remaining.compareTo(LONGEST_WAIT_FOR_NEWS) < 0 ? remaining : LONGEST_WAIT_FOR_NEWS);
    }
}
