// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.wire;

import dev.rehydrate.slot.AcquireInstance;
import dev.rehydrate.slot.CommitInstance;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.SlotOperation;
import dev.rehydrate.slot.StoredValue;
import java.util.Collection;
import java.util.Map;

/** How many bytes encoded values have, so that too many can be refused before anything is written. */
public final class PayloadSize {

    private PayloadSize() {}

    /**
     * Adds up the values that travel with an operation.
     *
     * @param operation the operation
     * @return their bytes
     */
    public static long of(SlotOperation<?> operation) {
        if (operation instanceof CommitInstance commit) {
            return commit.changes().payloadBytes();
        }
        return operation instanceof AcquireInstance acquire
                ? ofBags(acquire.associate().values())
                : 0;
    }

    /**
     * Adds up the values of an instance.
     *
     * @param record the instance
     * @return their bytes
     */
    public static long of(InstanceRecord record) {
        long ofKeys = record.keys().values().stream()
                .mapToLong(entry -> ofBag(entry.metadata()))
                .sum();
        return ofBag(record.data()) + ofBag(record.metadata()) + ofKeys;
    }

    private static long ofBags(Collection<Map<String, StoredValue>> bags) {
        return bags.stream().mapToLong(PayloadSize::ofBag).sum();
    }

    private static long ofBag(Map<String, StoredValue> bag) {
        return bag.values().stream().mapToLong(value -> value.encoded().size()).sum();
    }
}
