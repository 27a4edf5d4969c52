// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One message that is worked on by one instance: what the handler can read and request. The host carries out the requests
 * after the handler has returned and the turn is saved. Not safe for use by several threads; every method throws {@link
 * IllegalStateException} when the turn is over.
 *
 * @param <S> the state
 */
public interface Turn<S> {

    /** {@return the instance; a new one has its id already} */
    InstanceId instanceId();

    /** {@return the key by which the message came, or empty if it carried the id} */
    Optional<CorrelationKey> key();

    /** {@return the revision of the state at hand as it was last saved, or empty for a new instance} */
    Optional<Revision> revision();

    /** {@return whether the instance begins with this turn} */
    boolean isNew();

    /**
     * Replaces the state. A new instance needs this; a state that was changed in place does not.
     *
     * @param next the state from now on
     * @return that state
     */
    S become(S next);

    /**
     * Declares that the state is unchanged: it is not saved, and a new instance is not created. If the turn requests
     * nothing else, only the id of the message is saved, if it has one, and the revision that clients match stays. A turn
     * that creates no instance can request nothing else, and fails if it does. Without effect if the turn ends the instance.
     */
    void unchanged();

    /** {@return the time of this turn, by the clock of the store, which is that of the farm} */
    Instant now();

    /**
     * Sends a message after the turn is saved (design §5). It is saved with the state; if the host dies before it is sent,
     * another host sends it (transactional outbox, at-least-once). A sink may get it twice, with the same id; messages of
     * one instance are sent in the order of their requests.
     *
     * @param destination the destination, as the host's {@link OutboundSink} understands it
     * @param message the message; the store's codec must know its class
     * @throws IllegalStateException if the host has no sink
     */
    void send(String destination, Object message);

    /**
     * Schedules a message to the instance itself (a durable timer), which any live host delivers; never twice for one save.
     * An instance that ends before does not get it.
     *
     * @param name what names it; another that the instance has set under this name is replaced
     * @param at when, by the clocks of the farm; in the past means at once
     * @param operation an operation of this definition that does not only create
     * @param message its message; the store's codec must know its class
     * @param <M> the message
     * @throws IllegalArgumentException if the operation only creates, or the name is blank
     */
    <M> void scheduleAt(String name, Instant at, Operation<S, M, ?> operation, M message);

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
    <M> void scheduleAfter(String name, Duration delay, Operation<S, M, ?> operation, M message);

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
    <M> void scheduleEvery(String name, Duration period, Operation<S, M, ?> operation, M message);

    /**
     * Cancels a scheduled message. Without effect if there is none.
     *
     * @param name its name
     */
    void unschedule(String name);

    /**
     * Gives the instance a further key: from the save on, messages with it come to this instance. If another instance has it,
     * the save fails with {@code KeyCollisionException} and nothing of the turn is kept.
     *
     * @param further the key
     */
    void associateKey(CorrelationKey further);

    /**
     * Gives the instance a further key, as {@link #associateKey(CorrelationKey)}, with a role.
     *
     * @param role which part the entity plays, for example {@code customer}; several keys may have the same
     * @param further the key
     * @throws IllegalArgumentException if the role is blank
     */
    void associateKey(String role, CorrelationKey further);

    /** {@return the keys of the instance, those included that this turn asks for; a new instance has the one of its message} */
    Set<EntityKey> keys();

    /**
     * Finds the keys that have a role.
     *
     * @param role the role
     * @return the keys, in no particular order; empty if there is none
     */
    Set<EntityKey> keys(String role);

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
    <C> Conversation<C> conversation(String name, Class<C> type);

    /** {@return the names of the active conversations} */
    Set<String> conversations();

    /**
     * Releases a key of the instance, so that other instances can use it.
     *
     * @param own a key of the instance; the save fails if it does not have it
     */
    void releaseKey(CorrelationKey own);

    /**
     * Commits the turn and marks the instance as failed: the state is saved, and the instance takes no messages until an
     * administrator retries it. Its messages are sent; what the sink does not take at once, or the host that dies has not sent, waits
     * until then, too.
     *
     * @param reason for people, not blank
     * @throws IllegalArgumentException if the reason is blank
     * @throws IllegalStateException if the turn has ended the instance well already
     */
    void fail(String reason);

    /**
     * Makes the exception that a handler throws to refuse a message: nothing of the turn is saved, the caller gets the
     * reason, and the instance continues.
     *
     * @param reason for the caller
     * @return the exception to throw
     */
    TurnRefusedException refuse(String reason);

    /**
     * Ends the instance with this turn, as the definition says; its key can then be used again or not.
     *
     * @throws IllegalStateException if the turn has let the instance fail already
     */
    void complete();

    /**
     * Ends the instance with this turn.
     *
     * @param what what stays of it
     * @throws IllegalStateException as {@link #complete()}
     */
    void complete(CompletionAction what);
}
