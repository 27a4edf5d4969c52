// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.store.hazelcast.behind.write.WrittenMarks;
import dev.rehydrate.store.hazelcast.partition.PartitionKeys;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Marks as entries of a map, each in the partition that it is about: milliseconds until when all is written; 0 if nothing is known to be; after a
 * merge, those of the merge below 0.
 */
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
        return Instant.ofEpochMilli(Math.max(0, mark(partition)));
    }

    @Override
    public Instant mergedAt(int partition) {
        long mark = mark(partition);
        return mark < 0 ? Instant.ofEpochMilli(-mark) : Instant.MIN;
    }

    private long mark(int partition) {
        Long mark = map().get(keys.keyOf(partition));
        return mark == null ? 0 : mark;
    }

    static long merged(Instant at) {
        return -at.toEpochMilli();
    }

    @Override
    public void write(Collection<Integer> partitions, Instant until) {
        Map<UUID, Long> written = new HashMap<>();
        partitions.forEach(partition -> written.put(keys.keyOf(partition), until.toEpochMilli()));
        map().setAll(written);
    }

    @Override
    public void takeBack(Map<Integer, Instant> mergedAt) {
        Map<UUID, Long> marks = new HashMap<>();
        mergedAt.forEach((partition, at) -> marks.put(keys.keyOf(partition), at.equals(Instant.MIN) ? 0 : merged(at)));
        map().setAll(marks);
    }

    /** Marks all partitions that have no mark yet. */
    void fill(Instant until) {
        member.getPartitionService()
                .getPartitions()
                .forEach(partition -> map().putIfAbsent(keys.keyOf(partition.getPartitionId()), until.toEpochMilli()));
    }
}
