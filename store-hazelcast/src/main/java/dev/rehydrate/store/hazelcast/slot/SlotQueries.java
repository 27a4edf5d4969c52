// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.directory.LocalSlots;
import dev.rehydrate.store.hazelcast.partition.PartitionKeys;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Looks through the slots of one partition; waits for the cluster if another member owns it. */
public final class SlotQueries {

    private final IMap<UUID, StoredSlot> slots;
    private final InstantSource clock;
    private final PartitionKeys keys;
    private final @Nullable LocalSlots here;

    public SlotQueries(HazelcastInstance hazelcast, IMap<UUID, StoredSlot> slots, InstantSource clock) {
        this.slots = slots;
        this.clock = clock;
        this.keys = new PartitionKeys(hazelcast);
        InstanceDirectory directory = InstanceDirectory.of(hazelcast);
        this.here = directory == null ? null : directory.slots();
    }

    public List<UUID> matchingIn(int partition, SlotScan scan, int limit) {
        if (here != null && here.owns(partition)) {
            return here.matching(partition, scan, clock.instant(), limit);
        }
        Predicate<UUID, StoredSlot> there =
                Predicates.partitionPredicate(keys.keyOf(partition), new ScanPredicate(scan));
        return slots.keySet(there).stream().limit(limit).toList();
    }
}
