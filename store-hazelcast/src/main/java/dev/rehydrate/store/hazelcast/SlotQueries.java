// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import dev.rehydrate.command.InstancePage;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.slot.QueryEvaluation;
import dev.rehydrate.slot.SlotScan;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Looks through slots; all of it waits for the cluster. */
final class SlotQueries {

    private static final int PARTITIONS_AT_ONCE = 32;
    private static final int TRIES_PER_PARTITION = 64;

    private final IMap<UUID, StoredSlot> slots;
    private final InstantSource clock;
    private final List<UUID> oneOfEachPartition;
    private int nextPartition;

    SlotQueries(HazelcastInstance hazelcast, IMap<UUID, StoredSlot> slots, InstantSource clock) {
        this.slots = slots;
        this.clock = clock;
        this.oneOfEachPartition = oneOfEachPartition(hazelcast);
    }

    /** In an order of its own for each store, so that several sweep different partitions at a time. */
    private static List<UUID> oneOfEachPartition(HazelcastInstance hazelcast) {
        Map<Integer, UUID> keys = new HashMap<>();
        int partitions = hazelcast.getPartitionService().getPartitions().size();
        Random random = new Random();
        for (int left = partitions * TRIES_PER_PARTITION; left > 0 && keys.size() < partitions; left--) {
            UUID key = new UUID(random.nextLong(), random.nextLong());
            keys.putIfAbsent(hazelcast.getPartitionService().getPartition(key).getPartitionId(), key);
        }
        List<UUID> shuffled = new ArrayList<>(keys.values());
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    List<UUID> matching(SlotScan scan, int limit) {
        Predicate<UUID, StoredSlot> matches = new ScanPredicate(scan);
        Predicate<UUID, StoredSlot> looked = scan instanceof SlotScan.Sweepable
                ? Predicates.multiPartitionPredicate(someOfEachPartition(), matches)
                : matches;
        return slots.keySet(looked).stream().limit(limit).toList();
    }

    /** Nobody waits for a sweep, so that each does a part: what is over counts as such before it is swept. */
    private synchronized Set<UUID> someOfEachPartition() {
        Set<UUID> some = new HashSet<>();
        int wanted = Math.min(PARTITIONS_AT_ONCE, oneOfEachPartition.size());
        while (some.size() < wanted) {
            nextPartition = (nextPartition + 1) % oneOfEachPartition.size();
            some.add(oneOfEachPartition.get(nextPartition));
        }
        return some;
    }

    InstancePage page(InstanceQuery query) {
        Collection<StoredSlot> found = slots.project(new LightRecord(), new HasInstance());
        return new QueryEvaluation(query, clock.instant())
                .page(found.stream()
                        .map(stored -> Objects.requireNonNull(stored.slot().instance())));
    }
}
