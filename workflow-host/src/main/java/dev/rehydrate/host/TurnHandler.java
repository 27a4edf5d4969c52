// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import org.jspecify.annotations.Nullable;

/**
 * What an operation does: state + message → state + reply. A handler may run more than once for one message, until one run
 * is saved: after a conflict of optimistic concurrency, or after the loss of the lock. So it must have no effect outside
 * except through the {@link Turn}.
 *
 * @param <S> the state
 * @param <M> the messages
 * @param <R> the replies
 */
@FunctionalInterface
public interface TurnHandler<S, M, R> {

    /**
     * Runs one turn. Turns of one instance run one after another.
     *
     * @param turn what the turn knows and can ask for; of no use after the turn
     * @param state the state, which may be changed in place or replaced by {@link Turn#become}; null if there is no instance
     *     yet
     * @param message the message
     * @return the reply; may be null
     * @throws Exception if the turn fails: nothing of it is kept, and the instance is as it was when it was last saved
     */
    @Nullable
    R handle(Turn<S> turn, @Nullable S state, M message) throws Exception;
}
