// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import java.util.Arrays;

/**
 * The objects of a graph that is being written, by number: where each begins, how many values a hash code of it visits, and whether
 * something in it refers to an object that contains it. {@link Slots} knows the same in reading.
 */
final class WrittenObjects {

    private static final int FIRST_ROOM = 16;

    private int[] positions = new int[FIRST_ROOM];
    private long[] weights = new long[FIRST_ROOM];
    private boolean[] inCycle = new boolean[FIRST_ROOM];
    private int size;

    /** Adds an object, which weighs one until it has ended, and returns its number. */
    int begin(int position) {
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, 2 * size);
            weights = Arrays.copyOf(weights, 2 * size);
            inCycle = Arrays.copyOf(inCycle, 2 * size);
        }
        positions[size] = position;
        weights[size] = 1;
        inCycle[size] = true;
        return size++;
    }

    void end(int number, long weight, boolean metOpenObject) {
        weights[number] = weight;
        inCycle[number] = metOpenObject;
    }

    int position(int number) {
        return positions[number];
    }

    long weight(int number) {
        return weights[number];
    }

    /** Whether it has not ended, or something in it has met an object that had not. */
    boolean isInCycle(int number) {
        return inCycle[number];
    }

    /** Forgets all objects, and the room for more than so many. */
    void clear(int kept) {
        if (positions.length > kept) {
            positions = new int[FIRST_ROOM];
            weights = new long[FIRST_ROOM];
            inCycle = new boolean[FIRST_ROOM];
        }
        size = 0;
    }
}
