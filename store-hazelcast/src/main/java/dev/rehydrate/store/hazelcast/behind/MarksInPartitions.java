// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.store.hazelcast.partition.PartitionKeys;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Marks as entries of a map, each in the partition that it is about. */
final class MarksInPartitions implements WrittenMarks {

    private final HazelcastInstance member;
    private final PartitionKeys keys;

    MarksInPartitions(HazelcastInstance member) {
        this.member = member;
        this.keys = new PartitionKeys(member);
    }

    private IMap<UUID, Long> map() {
        return member.getMap(MapNames.WRITTEN);
    }

    @Override
    public Instant writtenUntil(int partition) {
        Long until = map().get(keys.keyOf(partition));
        return until == null ? Instant.EPOCH : Instant.ofEpochMilli(until);
    }

    @Override
    public void write(Collection<Integer> partitions, Instant until) {
        Map<UUID, Long> written = new HashMap<>();
        partitions.forEach(partition -> written.put(keys.keyOf(partition), until.toEpochMilli()));
        map().setAll(written);
    }

    /** Marks all partitions that have no mark yet. */
    void fill(Instant until) {
        member.getPartitionService()
                .getPartitions()
                .forEach(partition -> map().putIfAbsent(keys.keyOf(partition.getPartitionId()), until.toEpochMilli()));
    }
}
