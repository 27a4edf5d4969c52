// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Something that works with a store and has to end before the store does, because it keeps in memory what is not saved yet; a
 * workflow host, for example. {@link InstanceStore#close()} ends all dependents that are registered, at the same time, while
 * commands can still be given, and goes on when the last of them has ended.
 */
public interface StoreDependent {

    /**
     * How long a store that is closed waits for its dependents; they limit their end themselves, and this limit only keeps a
     * broken one from holding up the end of a process for ever. What an orchestrator grants a process for its end must be longer.
     */
    Duration LONGEST_END = Duration.ofSeconds(60);

    /**
     * Ends the dependent. May be called although it is ending or has ended already.
     *
     * @return completed when the dependent needs the store no more; the dependent limits how long that takes. A failure is
     *     logged, and the store closes all the same.
     */
    CompletionStage<?> end();

    /**
     * Tells whether {@link #end()} waits for what the calling thread does just now. A close that is asked for by such a thread
     * is carried out by another one, and not waited for: each would wait for the other.
     *
     * @return whether the calling thread works for this dependent
     */
    boolean isWorkingOnThisThread();

    /** What {@link InstanceStore#beforeClose} returns. */
    @FunctionalInterface
    interface Registration {

        /** Takes the registration back, because the dependent has ended by itself. Has no further effect when repeated. */
        void remove();
    }
}
