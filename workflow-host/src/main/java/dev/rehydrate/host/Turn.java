// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.agenda.Conversations;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One message at work on one instance: what the handler knows and can ask for. Nothing that is asked for is done before the
 * turn has ended well. Not safe for use by many threads; every method throws {@link IllegalStateException} when the turn is
 * over.
 *
 * @param <S> the state
 */
public final class Turn<S> {

    enum Ending {
        SAVE,
        NOTHING,
        COMPLETE
    }

    private final Origin origin;
    private final TurnRequests requests;
    private @Nullable S state;
    private Ending ending = Ending.SAVE;
    private @Nullable CompletionAction action;
    private boolean over;

    Turn(Origin origin, TurnRequests requests, @Nullable S state) {
        this.origin = origin;
        this.requests = requests;
        this.state = state;
    }

    /**
     * Where a turn begins.
     *
     * @param instance the instance
     * @param key the key by which the message came, or null
     * @param revision the state as it was last saved, or null for a new instance
     */
    record Origin(
            InstanceId instance,
            @Nullable CorrelationKey key,
            @Nullable Revision revision) {}

    /** {@return the instance; a new one has its id already} */
    public InstanceId instanceId() {
        requireRunning();
        return origin.instance();
    }

    /** {@return the key by which the message came, or empty if it carried the id} */
    public Optional<CorrelationKey> key() {
        requireRunning();
        return Optional.ofNullable(origin.key());
    }

    /** {@return the revision of the state at hand as it was last saved, or empty for a new instance} */
    public Optional<Revision> revision() {
        requireRunning();
        return Optional.ofNullable(origin.revision());
    }

    /** {@return whether the instance begins with this turn} */
    public boolean isNew() {
        requireRunning();
        return origin.revision() == null;
    }

    /**
     * Replaces the state. A new instance needs this; a state that was changed in place does not.
     *
     * @param next the state from now on
     * @return that state
     */
    public S become(S next) {
        requireRunning();
        state = Objects.requireNonNull(next, "next");
        return next;
    }

    /**
     * Says that the state is as it was: it is not saved, and a new instance is not created. If the turn asks for nothing else,
     * nothing is saved at all and the revision stays. A new instance that is not created can ask for nothing else: its turn
     * fails. Without effect if the turn ends the instance.
     */
    public void unchanged() {
        requireRunning();
        if (ending != Ending.COMPLETE) {
            ending = Ending.NOTHING;
        }
    }

    /** {@return the time of this turn, by the clock of the store, which is that of the farm} */
    public Instant now() {
        requireRunning();
        return requests.now();
    }

    /**
     * Sends a message after the turn is saved (design §5). It is saved with the state; when the host dies before it is sent,
     * another sends it. A sink may get it twice and sees then that it is the same; messages of one instance come in the order
     * in which they were asked for.
     *
     * @param destination for whom, in words of the host's {@link OutboundSink}
     * @param message the message; the store's codec must know its class
     * @throws IllegalStateException if the host has no sink
     */
    public void send(String destination, Object message) {
        requireRunning();
        requests.send(destination, message);
    }

    /**
     * Lets the instance get a message at some time, on whichever host is alive then; never twice for one save. An instance that
     * ends before does not get it.
     *
     * @param name what names it; another that the instance has set under this name is replaced
     * @param at when, by the clocks of the farm; in the past means at once
     * @param operation an operation of this definition that does not only create
     * @param message its message; the store's codec must know its class
     * @param <M> the message
     * @throws IllegalArgumentException if the operation only creates, or the name is blank
     */
    public <M> void scheduleAt(String name, Instant at, Operation<S, M, ?> operation, M message) {
        requireRunning();
        requests.schedule(name, operation, message, at);
    }

    /**
     * Lets the instance get a message some time after this turn, as {@link #scheduleAt}.
     *
     * @param name what names it
     * @param delay how long after this turn
     * @param operation an operation of this definition that does not only create
     * @param message its message
     * @param <M> the message
     * @throws IllegalArgumentException as {@link #scheduleAt}
     */
    public <M> void scheduleAfter(String name, Duration delay, Operation<S, M, ?> operation, M message) {
        scheduleAt(name, EndOfTime.orAfter(now(), delay), operation, message);
    }

    /**
     * Lets the instance get a message again and again, as {@link #scheduleAt}, until it is {@link #unschedule unscheduled} or
     * ends. The times are aligned: whole periods since midnight of 1970-01-01 UTC, so every ten minutes means at 0, 10, 20 …
     * past the hour. A turn that takes longer than the period makes it miss the times that pass meanwhile; two turns never
     * overlap.
     *
     * @param name what names it
     * @param period at least a millisecond
     * @param operation an operation of this definition that does not only create
     * @param message its message
     * @param <M> the message
     * @throws IllegalArgumentException if the period is shorter, or as {@link #scheduleAt}
     */
    public <M> void scheduleEvery(String name, Duration period, Operation<S, M, ?> operation, M message) {
        requireRunning();
        requests.scheduleEvery(name, operation, message, period);
    }

    /**
     * Takes back what was scheduled. Without effect if nothing is.
     *
     * @param name its name
     */
    public void unschedule(String name) {
        requireRunning();
        requests.unschedule(name);
    }

    /**
     * Gives the instance a further key: from the save on, messages with it come to this instance. If another instance has it,
     * the save fails with {@code KeyCollisionException} and nothing of the turn is kept.
     *
     * @param further the key
     */
    public void associateKey(CorrelationKey further) {
        requireRunning();
        requests.associate(null, further);
    }

    /**
     * Gives the instance a further key, as {@link #associateKey(CorrelationKey)}, and says what the entity with this key is to it.
     *
     * @param role which part the entity plays, for example {@code customer}; several keys may have the same
     * @param further the key
     * @throws IllegalArgumentException if the role is blank
     */
    public void associateKey(String role, CorrelationKey further) {
        requireRunning();
        requests.associate(Objects.requireNonNull(role, "role"), further);
    }

    /** {@return the keys of the instance, those included that this turn asks for; a new instance has the one of its message} */
    public Set<EntityKey> keys() {
        requireRunning();
        return Set.copyOf(requests.keysAfter().values());
    }

    /**
     * Finds the keys that have a role.
     *
     * @param role the role
     * @return the keys, in no particular order; empty if there is none
     */
    public Set<EntityKey> keys(String role) {
        return keys().stream().filter(key -> role.equals(key.role())).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Finds a conversation of this instance: several may go on at the same time under different names, each with its own state,
     * which is saved with the turn. They end with the instance.
     *
     * @param name what names it within the instance, not blank
     * @param type the class of its state; the store's codec must know it
     * @param <C> its state
     * @return the conversation, whether it has begun or not
     * @throws IllegalArgumentException if the name is blank
     */
    public <C> Conversation<C> conversation(String name, Class<C> type) {
        requireRunning();
        return new Conversation<>(name, type, () -> {
            requireRunning();
            return requests;
        });
    }

    /** {@return the names of the conversations that go on} */
    public Set<String> conversations() {
        requireRunning();
        return requests.conversations().entries().stream()
                .map(Conversations.Entry::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Takes a key from the instance, so that others can use it.
     *
     * @param own a key of the instance; the save fails if it does not have it
     */
    public void releaseKey(CorrelationKey own) {
        requireRunning();
        requests.release(own);
    }

    /**
     * Ends the turn well and the instance badly: the state is saved, and the instance takes no messages until somebody looks
     * after it.
     *
     * @param reason for people
     * @throws IllegalStateException if the turn has ended the instance well already
     */
    public void fail(String reason) {
        requireRunning();
        if (ending == Ending.COMPLETE) {
            throw endsTwice();
        }
        requests.fail(reason);
    }

    /**
     * Makes what a handler throws to refuse a message: nothing of the turn is kept, the caller gets the reason, and the
     * instance goes on.
     *
     * @param reason for the caller
     * @return the exception to throw
     */
    public TurnRefusedException refuse(String reason) {
        requireRunning();
        return new TurnRefusedException(origin.instance(), reason);
    }

    /**
     * Ends the instance with this turn, as the definition says; its key can then be used again or not.
     *
     * @throws IllegalStateException if the turn has let the instance fail already
     */
    public void complete() {
        requireRunning();
        if (requests.failure() != null) {
            throw endsTwice();
        }
        ending = Ending.COMPLETE;
    }

    /**
     * Ends the instance with this turn.
     *
     * @param what what stays of it
     * @throws IllegalStateException as {@link #complete()}
     */
    public void complete(CompletionAction what) {
        complete();
        action = what;
    }

    private IllegalStateException endsTwice() {
        return new IllegalStateException(
                "a turn lets an instance fail or completes it, not both: instance=" + origin.instance());
    }

    private void requireRunning() {
        if (over) {
            throw new IllegalStateException(
                    "the turn is over; a handler must not keep it, instance=" + origin.instance());
        }
    }

    void end() {
        over = true;
    }

    Ending ending() {
        return ending;
    }

    Origin origin() {
        return origin;
    }

    TurnRequests requests() {
        return requests;
    }

    @Nullable
    CompletionAction action() {
        return action;
    }

    @Nullable
    S state() {
        return state;
    }
}
