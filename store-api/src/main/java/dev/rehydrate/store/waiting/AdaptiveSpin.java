// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

/**
 * How often a caller of a store looks for its answer before it sleeps. To put a thread to sleep and to wake it takes longer than
 * a slot of the same process takes to answer; an answer that comes over a network or from a disk takes longer still, and is not worth
 * looking for. Which of them it is, callers find out: while two of three see their answers come, all look, and otherwise one in a while.
 *
 * <p>Shared by all callers of a store without a lock: a count that is lost is counted the next time.
 */
public final class AdaptiveSpin {

    /** Each gives the processor to a thread that wants it, and takes a third of a microsecond if there is none. Eight are enough for a crowd. */
    static final int LOOKS = 16;

    /** A caller tries again after so many that did not look: what these looks cost, all waits share. */
    static final int TRIAL = 64;

    private static final int BEST = 8;
    /** As much as two answers that are seen bring. */
    private static final int PENALTY = 2;

    private int score = 1;
    private int slept;

    /** {@return how often to look; most callers of slow answers not once} */
    int looks() {
        if (score > 0) {
            return LOOKS;
        }
        slept++;
        return slept % TRIAL == 0 ? LOOKS : 0;
    }

    /** A caller that looked has seen its answer come. */
    void seen() {
        if (score < BEST) {
            score++;
        }
    }

    /** A caller looked in vain. */
    void missed() {
        score = Math.max(0, score - PENALTY);
    }
}
