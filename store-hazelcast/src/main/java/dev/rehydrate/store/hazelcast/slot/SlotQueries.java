// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import com.hazelcast.query.Predicate;
import com.hazelcast.query.Predicates;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.slot.PageAssembly;
import dev.rehydrate.slot.QueryEvaluation;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.store.hazelcast.partition.PartitionKeys;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Looks through slots; all of it waits for the cluster. */
public final class SlotQueries {

    private final IMap<UUID, StoredSlot> slots;
    private final InstantSource clock;
    private final PartitionKeys keys;
    private final @Nullable LocalSlots here;

    public SlotQueries(HazelcastInstance hazelcast, IMap<UUID, StoredSlot> slots, InstantSource clock) {
        this.slots = slots;
        this.clock = clock;
        this.keys = new PartitionKeys(hazelcast);
        this.here = slots instanceof MapProxyImpl<UUID, StoredSlot> map ? new LocalSlots(map) : null;
    }

    public List<UUID> matching(SlotScan scan, int limit) {
        return slots.keySet(new ScanPredicate(scan)).stream().limit(limit).toList();
    }

    /** Looks through one partition. */
    public List<UUID> matchingIn(int partition, SlotScan scan, int limit) {
        if (here != null && here.owns(partition)) {
            return here.matching(partition, scan, clock.instant(), limit);
        }
        Predicate<UUID, StoredSlot> there =
                Predicates.partitionPredicate(keys.keyOf(partition), new ScanPredicate(scan));
        return slots.keySet(there).stream().limit(limit).toList();
    }

    /**
     * Finds the instances that a query may list.
     *
     * @return the page without values, which is complete unless the query selects some
     */
    public PageAssembly page(InstanceQuery query) {
        Collection<StoredSlot> found = slots.project(new LightRecord(), new HasInstance());
        return new PageAssembly(
                new QueryEvaluation(query, clock.instant()),
                found.stream()
                        .map(stored -> Objects.requireNonNull(stored.slot().instance())));
    }
}
