// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.stability.Experimental;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Follows the turns of a host, so that a trace goes on across the time for which an instance is in no memory: what a turn was
 * part of is stored with its instance, and handed to the next turn, on whichever host. Safe for use by many threads. What it throws
 * is logged and changes nothing.
 */
@Experimental
@FunctionalInterface
public interface TurnObserver {

    /** Follows nothing. */
    TurnObserver NONE = () -> Caller.NONE;

    /**
     * Is called in the thread that gives a message to a host, and remembers what that thread does just now. For timers and posted
     * messages that is a thread of the host.
     *
     * @return begins the turns of this message; there may be several, of which one is saved
     */
    Caller called();

    /** A message that was given to a host. */
    @FunctionalInterface
    interface Caller {

        /** Follows nothing. */
        Caller NONE = turn -> ObservedTurn.NONE;

        /**
         * Is called in the thread of a handler, right before it runs.
         *
         * @param turn what begins
         * @return the turn, to be ended in the same thread
         */
        ObservedTurn begin(BegunTurn turn);
    }

    /**
     * A turn whose handler is about to run.
     *
     * @param node the name of the host
     * @param operation the name of the operation
     * @param instance the instance, which may begin with this turn
     * @param previous the trace that was stored by the last turn that changed the instance, or empty
     */
    record BegunTurn(String node, String operation, InstanceId instance, Optional<String> previous) {}

    /** A turn whose handler runs. */
    interface ObservedTurn {

        /** A turn that is not followed. */
        ObservedTurn NONE = new ObservedTurn() {
            @Override
            public Optional<String> trace() {
                return Optional.empty();
            }

            @Override
            public void end(@Nullable Throwable failure) {
                // Nothing was begun.
            }
        };

        /**
         * Names what this turn is part of, in whatever form the observer reads back, such as the header {@code traceparent}. It is
         * saved with the instance if the turn is; more than 256 characters are not.
         *
         * @return the text, or empty to store nothing and leave what is stored
         */
        Optional<String> trace();

        /**
         * Is called in the thread of the handler when it has ended; the save comes after it.
         *
         * @param failure what it threw, or null
         */
        void end(@Nullable Throwable failure);
    }
}
