// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A change of a bag of stored values.
 *
 * @param put values by name
 * @param remove names of values to remove
 */
public record StoredDelta(Map<String, StoredValue> put, Set<String> remove) {

    /** Changes nothing. */
    public static final StoredDelta NONE = new StoredDelta(Map.of(), Set.of());

    /** Copies both. */
    public StoredDelta {
        put = Map.copyOf(put);
        remove = Set.copyOf(remove);
    }

    long payloadBytes() {
        return sizeOf(put);
    }

    static long sizeOf(Map<String, StoredValue> bag) {
        if (bag.isEmpty()) {
            return 0;
        }
        long size = 0;
        for (StoredValue value : bag.values()) {
            size += value.encoded().size();
        }
        return size;
    }

    /** The bag as it is after the change; copied only if something of it stays beside something new. */
    Map<String, StoredValue> appliedTo(Map<String, StoredValue> bag) {
        if (bag.isEmpty()) {
            return put;
        }
        if (put.isEmpty() && remove.isEmpty()) {
            return bag;
        }
        Map<String, StoredValue> changed = new HashMap<>(bag);
        changed.keySet().removeAll(remove);
        changed.putAll(put);
        return changed;
    }
}
