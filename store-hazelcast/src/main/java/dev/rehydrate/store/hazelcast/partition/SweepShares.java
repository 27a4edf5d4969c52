// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.Partition;
import dev.rehydrate.engine.SweepTurn;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Which partitions a store sweeps: those that its member owns. A partition whose owner runs no store is swept by the store
 * with the least id; so a client sweeps only what no member does. Stores say in a map that they sweep, for some periods.
 */
public final class SweepShares {

    private static final String CONTEXT_KEY = "dev.rehydrate.sweep";
    private static final int PERIODS = 2;
    private static final Duration SHORTEST = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final HazelcastInstance hazelcast;
    private final IMap<UUID, Long> sweepers;
    private final InstantSource clock;

    public SweepShares(HazelcastInstance hazelcast, InstantSource clock) {
        this.hazelcast = hazelcast;
        this.sweepers = hazelcast.getMap(MapNames.SWEEPERS);
        this.clock = clock;
    }

    /** Says early that this store sweeps, so that no other store does its share in the first round. */
    public CompletionStage<Void> announce() {
        return sweepers.setAsync(self(), until(SHORTEST), SHORTEST.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A member that leaves its cluster for another one goes by another id there, and so do its partitions. */
    private UUID self() {
        return hazelcast.getLocalEndpoint().getUuid();
    }

    private long until(Duration kept) {
        return clock.instant().plus(kept).toEpochMilli();
    }

    /** {@return whether this store is the one on its member or client that sweeps; does not wait} */
    public boolean hasTurn(Duration period) {
        return turn().take(this, period, clock.instant());
    }

    /** What a store that has the turn sweeps. Waits for the cluster. */
    public List<Integer> next(Duration period) {
        if (isClient() && allOwnersSweep()) {
            // However many clients there are, each asks for as many entries as there are members.
            return List.of();
        }
        Duration kept = period.compareTo(LONGEST) > 0 ? LONGEST : period.multipliedBy(PERIODS);
        // The engine's own time to live only removes what has been left behind.
        sweepers.set(self(), until(kept), kept.plus(SHORTEST).toMillis(), TimeUnit.MILLISECONDS);
        return share(present());
    }

    private boolean isClient() {
        return !(hazelcast.getLocalEndpoint() instanceof Member);
    }

    private boolean allOwnersSweep() {
        Set<UUID> owners = new HashSet<>();
        for (Partition partition : hazelcast.getPartitionService().getPartitions()) {
            Member owner = partition.getOwner();
            if (owner == null) {
                return false;
            }
            owners.add(owner.getUuid());
        }
        long now = clock.instant().toEpochMilli();
        Map<UUID, Long> sweeping = sweepers.getAll(owners);
        return owners.stream().allMatch(owner -> sweeping.getOrDefault(owner, Long.MIN_VALUE) > now);
    }

    private Set<UUID> present() {
        long now = clock.instant().toEpochMilli();
        Set<UUID> present = new HashSet<>();
        sweepers.entrySet().forEach(entry -> {
            if (entry.getValue() > now) {
                present.add(entry.getKey());
            }
        });
        return present;
    }

    private List<Integer> share(Set<UUID> present) {
        UUID self = self();
        boolean first = present.stream().allMatch(other -> self.compareTo(other) <= 0);
        List<Integer> own = new ArrayList<>();
        for (Partition partition : hazelcast.getPartitionService().getPartitions()) {
            Member owner = partition.getOwner();
            UUID sweeper = owner == null || !present.contains(owner.getUuid()) ? null : owner.getUuid();
            if (sweeper == null ? first : sweeper.equals(self)) {
                own.add(partition.getPartitionId());
            }
        }
        return own;
    }

    /** Other stores take the share over at once, and so may another one on the same member. */
    public void close() {
        if (turn().release(this)) {
            var unused = sweepers.removeAsync(self());
        }
    }

    private SweepTurn turn() {
        return (SweepTurn) hazelcast.getUserContext().computeIfAbsent(CONTEXT_KEY, key -> new SweepTurn());
    }
}
