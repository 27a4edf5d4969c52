// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.engine;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Lets callers who were answered by the last group come back before the next one is taken. Without that the first of them to be awake
 * begin a group without the others, who then wait for two.
 *
 * <p>It waits for as many commands as the last group had, so that it waits for fewer once callers do not come back. It never
 * waits for a single command.
 */
final class GatheredGroups implements BooleanSupplier {

    /** Looks are counted, not timed: on a busy machine each takes longer, and others have the processor meanwhile. */
    static final int MOST_LOOKS = 256;

    private final IntSupplier waiting;
    private final IntSupplier lastGroup;
    private final BooleanSupplier next;
    private final Runnable pause;

    /**
     * Makes the groups of a lane.
     *
     * @param waiting how many commands wait
     * @param lastGroup how many the last group had
     * @param next commits the next group, and says whether there was one
     * @param pause gives the processor to other threads between two looks; must not block
     */
    GatheredGroups(IntSupplier waiting, IntSupplier lastGroup, BooleanSupplier next, Runnable pause) {
        this.waiting = waiting;
        this.lastGroup = lastGroup;
        this.next = next;
        this.pause = pause;
    }

    @Override
    public boolean getAsBoolean() {
        int expected = lastGroup.getAsInt();
        for (int look = 0; look < MOST_LOOKS && isPartOf(expected); look++) {
            pause.run();
        }
        return next.getAsBoolean();
    }

    private boolean isPartOf(int expected) {
        if (expected < 2) {
            return false;
        }
        int arrived = waiting.getAsInt();
        return arrived > 0 && arrived < expected;
    }
}
