// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.agenda.Conversations;
import dev.rehydrate.host.agenda.Payload;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A conversation inside an instance, with a state of its own, during one turn. It is saved with the turn, and only if the turn
 * has changed it; it ends with its instance at the latest. A state that was changed in place is kept only if it is handed to
 * {@link #replace}. Not safe for use by many threads; of no use after the turn.
 *
 * @param <C> its state
 */
public final class Conversation<C> {

    private final String name;
    private final Class<C> type;
    private final Supplier<TurnRequests> requests;

    /**
     * A conversation that may have begun or not.
     *
     * @param name its name
     * @param type its state
     * @param requests what the turn asks for; fails when the turn is over
     */
    Conversation(String name, Class<C> type, Supplier<TurnRequests> requests) {
        this.name = name;
        this.type = Objects.requireNonNull(type, "type");
        this.requests = requests;
        if (name.isBlank()) {
            throw new IllegalArgumentException("a conversation needs a name");
        }
    }

    /** {@return what names it within the instance} */
    public String name() {
        return name;
    }

    /**
     * Tells whether it goes on.
     *
     * @return whether it has begun and has not ended
     * @throws IllegalStateException if the turn is over
     */
    public boolean isActive() {
        return find().isPresent();
    }

    /**
     * Looks at its state.
     *
     * @return the state, or empty if it has not begun or has ended
     * @throws IllegalStateException if the turn is over
     * @throws RuntimeException if the state cannot be read, or is of another type
     */
    public Optional<C> get() {
        return find().map(entry -> entry.state().as(type));
    }

    /**
     * Begins it.
     *
     * @param first its first state; the store's codec must know its class
     * @return that state
     * @throws IllegalStateException if it goes on already, or the turn is over
     */
    public C start(C first) {
        if (isActive()) {
            throw new IllegalStateException("the conversation " + name + " goes on already");
        }
        return put(first);
    }

    /**
     * Goes on with it, or begins it.
     *
     * @param first makes its first state
     * @return its state
     * @throws IllegalStateException if the turn is over
     */
    public C getOrStart(Supplier<? extends C> first) {
        return get().orElseGet(() -> put(first.get()));
    }

    /**
     * Gives it another state.
     *
     * @param next the state from now on; may be the present one, changed in place
     * @return that state
     * @throws IllegalStateException if it has not begun or has ended, or the turn is over
     */
    public C replace(C next) {
        if (!isActive()) {
            throw new IllegalStateException("the conversation " + name + " has not begun, or has ended: start it");
        }
        return put(next);
    }

    /**
     * Ends it: its state is forgotten. Without effect if it does not go on.
     *
     * @throws IllegalStateException if the turn is over
     */
    public void end() {
        TurnRequests turn = requests.get();
        turn.conversations(turn.conversations().without(name));
    }

    private Optional<Conversations.Entry> find() {
        return requests.get().conversations().find(name);
    }

    private C put(C state) {
        TurnRequests turn = requests.get();
        turn.conversations(
                turn.conversations().with(name, Payload.of(type.cast(Objects.requireNonNull(state, "state")))));
        return state;
    }
}
