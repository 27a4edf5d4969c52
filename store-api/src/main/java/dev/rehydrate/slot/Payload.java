// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import java.util.Map;

/** How many bytes encoded values have together: what has to travel to a slot, and what has to be kept there. */
public final class Payload {

    private Payload() {}

    /**
     * Adds up the values of a bag.
     *
     * @param bag values by name
     * @return their bytes
     */
    public static long of(Map<String, StoredValue> bag) {
        long size = 0;
        for (StoredValue value : bag.values()) {
            size += value.encoded().size();
        }
        return size;
    }

    /**
     * Adds up the values that changes put into data, metadata and the metadata of keys.
     *
     * @param changes the changes
     * @return their bytes
     */
    public static long of(InstanceChanges<StoredValue> changes) {
        return of(changes.data().put()) + of(changes.metadata().put()) + of(changes.keys());
    }

    /**
     * Adds up the metadata that changes of keys put.
     *
     * @param changes the changes
     * @return their bytes
     */
    public static long of(KeyChanges<StoredValue> changes) {
        long size = 0;
        for (Map<String, StoredValue> associated : changes.associate().values()) {
            size += of(associated);
        }
        for (ValueDelta<StoredValue> delta : changes.metadata().values()) {
            size += of(delta.put());
        }
        return size;
    }
}
