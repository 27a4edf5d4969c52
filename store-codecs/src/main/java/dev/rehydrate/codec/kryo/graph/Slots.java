// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a graph by the position where each begins. Positions are first met in ascending order. Kryo's own table goes
 * by running numbers, which shift when a field is passed over.
 */
final class Slots {

    private int[] positions = new int[16];
    private Slot[] slots = new Slot[16];
    private int size;

    /** One object: not yet read, passed over, being read, or there. */
    static final class Slot {
        @Nullable
        Object value;
        /** Makes the value available before it is complete, if something in it refers to it. */
        @Nullable
        Supplier<?> early;

        boolean isOpen;
        /** Whether something in it refers to an object that was not complete at the time. */
        boolean metOpenObject;
        /** Where what follows begins; 0 if that is not known yet. */
        int end;
        /** How many values a hash code of it visits. */
        long weight = 1;
    }

    /** Finds the object that begins at a position, or makes room for it. */
    Slot at(int position) {
        if (size == 0 || position > positions[size - 1]) {
            return append(position);
        }
        Slot slot = find(position);
        if (slot == null) {
            throw Refusal.damaged("an object begins in the middle of another");
        }
        return slot;
    }

    @Nullable
    Slot find(int position) {
        int index = Arrays.binarySearch(positions, 0, size, position);
        return index < 0 ? null : slots[index];
    }

    private Slot append(int position) {
        if (size == positions.length) {
            positions = Arrays.copyOf(positions, size * 2);
            slots = Arrays.copyOf(slots, size * 2);
        }
        Slot slot = new Slot();
        positions[size] = position;
        slots[size++] = slot;
        return slot;
    }
}
