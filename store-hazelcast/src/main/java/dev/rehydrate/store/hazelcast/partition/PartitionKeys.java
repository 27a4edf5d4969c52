// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.partition.PartitionService;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** One key for each partition, by which the partition can be addressed. Every process finds the same keys. */
public final class PartitionKeys {

    /** Keys of slots are random: none begins so. */
    private static final long HIGH = 0x7061_7274_6974_696FL;

    private final PartitionService partitions;
    private final Map<Integer, UUID> keys = new ConcurrentHashMap<>();
    private long next;

    public PartitionKeys(HazelcastInstance hazelcast) {
        this.partitions = hazelcast.getPartitionService();
    }

    /** Whether a key was made here, and is not that of a slot. */
    static boolean isOfPartition(UUID key) {
        return key.getMostSignificantBits() == HIGH;
    }

    public UUID keyOf(int partition) {
        UUID known = keys.get(partition);
        return known == null ? find(partition) : known;
    }

    private synchronized UUID find(int partition) {
        UUID known = keys.get(partition);
        while (known == null) {
            UUID key = new UUID(HIGH, next++);
            keys.putIfAbsent(partitions.getPartition(key).getPartitionId(), key);
            known = keys.get(partition);
        }
        return known;
    }
}
