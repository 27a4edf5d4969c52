// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

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
        return bag.values().stream().mapToLong(value -> value.encoded().size()).sum();
    }

    void applyTo(Map<String, StoredValue> bag) {
        bag.keySet().removeAll(remove);
        bag.putAll(put);
    }
}
