// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the clock of a member or client by those of the farm: one that is wrong is outvoted by the others. Of two, the one
 * that is behind counts, by which nothing expires too early.
 */
public final class ClockSync {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final int TRIES_PER_MEMBER = 64;

    private final HazelcastInstance hazelcast;
    private final IMap<UUID, StoredSlot> slots;
    private final ClusterClock clock;

    public ClockSync(HazelcastInstance hazelcast, IMap<UUID, StoredSlot> slots, ClusterClock clock) {
        this.hazelcast = hazelcast;
        this.slots = slots;
        this.clock = clock;
    }

    /** Asks every member, and waits for them. */
    public void reach() {
        long askedAt = clock.nanoTime();
        List<Instant> times = oneSlotOfEach().values().stream()
                .map(key -> Instant.ofEpochMilli(slots.executeOnKey(key, new TellTime())))
                .sorted()
                .toList();
        if (times.isEmpty()) {
            return;
        }
        Instant before = clock.instant();
        Instant agreed = times.get((times.size() - 1) / 2);
        clock.agreeWith(agreed, askedAt);
        if (clock.instant().isBefore(before.minus(ClusterClock.TOLERANCE))
                || clock.instant().isAfter(before.plus(ClusterClock.TOLERANCE))) {
            LOG.warn(
                    "the clock of this process does not agree with the farm, whose time is used; set the clocks by NTP: here={} farm={}",
                    before,
                    agreed);
        }
    }

    private Map<UUID, UUID> oneSlotOfEach() {
        Map<UUID, UUID> keys = new HashMap<>();
        int members = hazelcast.getCluster().getMembers().size();
        for (int left = members * TRIES_PER_MEMBER; left > 0 && keys.size() < members; left--) {
            UUID key = UUID.randomUUID();
            Member owner = hazelcast.getPartitionService().getPartition(key).getOwner();
            if (owner != null) {
                keys.putIfAbsent(owner.getUuid(), key);
            }
        }
        return keys;
    }
}
