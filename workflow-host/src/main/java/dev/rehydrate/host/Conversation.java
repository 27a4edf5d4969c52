// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A conversation inside an instance, with a state of its own, during one turn. It is saved with the turn, and only if the turn
 * has changed it; it ends with its instance at the latest. A state that was changed in place is kept only if it is handed to
 * {@link #replace}. Not safe for use by many threads; of no use after the turn.
 *
 * @param <C> its state
 */
public interface Conversation<C> {

    /** {@return what names it within the instance} */
    String name();

    /**
     * Checks whether it is active.
     *
     * @return whether it has begun and has not ended
     * @throws IllegalStateException if the turn is over
     */
    boolean isActive();

    /**
     * Looks at its state.
     *
     * @return the state, or empty if it has not begun or has ended
     * @throws IllegalStateException if the turn is over
     * @throws RuntimeException if the state cannot be read, or is of another type
     */
    Optional<C> get();

    /**
     * Begins it.
     *
     * @param first its first state; the store's codec must know its class
     * @return that state
     * @throws IllegalStateException if it is active already, or the turn is over
     */
    C start(C first);

    /**
     * Returns its state, and begins it if it is not active.
     *
     * @param first makes its first state
     * @return its state
     * @throws IllegalStateException if the turn is over
     */
    C getOrStart(Supplier<? extends C> first);

    /**
     * Gives it another state.
     *
     * @param next the state from now on; may be the present one, changed in place
     * @return that state
     * @throws IllegalStateException if it has not begun or has ended, or the turn is over
     */
    C replace(C next);

    /**
     * Ends it: its state is forgotten. Without effect if it is not active.
     *
     * @throws IllegalStateException if the turn is over
     */
    void end();
}
