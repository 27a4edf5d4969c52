// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.measure;

/** Something that is called over and over by several callers at once. */
public interface Subject {

    /**
     * Does it once, and returns when it is acknowledged. Only this is timed.
     *
     * @param caller the number of the caller, from 0; no two threads have the same one
     */
    void call(int caller);

    /**
     * Makes ready for the next call; not timed.
     *
     * @param caller the number of the caller
     */
    default void prepare(int caller) {}

    /** Makes ready for the next round; not timed. */
    default void beforeRound() {}

    /** Ends what the calls of a round have begun, after the last of them; the round is over when it returns. */
    default void endRound() {}

    /** Puts back what other contests must not find as it is, after the last round. */
    default void afterRounds() {}

    /** {@return whether something is made ready, so that a count of calls in a second, or their cost, says nothing} */
    default boolean prepares() {
        return false;
    }

    /** {@return by how much the count of calls is to be multiplied} */
    default int operationsPerCall() {
        return 1;
    }
}
