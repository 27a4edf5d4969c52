// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.PartitionService;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The marks at lost partitions, as a member or client reads and removes them. */
public final class LossMarks {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final HazelcastInstance hazelcast;
    private final PartitionService partitions;
    private final IMap<UUID, Long> marks;
    private final boolean continues;

    public LossMarks(HazelcastInstance hazelcast) {
        this.hazelcast = hazelcast;
        this.partitions = hazelcast.getPartitionService();
        this.marks = hazelcast.getMap(MapNames.LOST);
        this.continues =
                hazelcast.getLocalEndpoint() instanceof Member && PartitionLoss.continuesWith(hazelcast.getConfig());
    }

    /** Which partitions are marked, and when they were lost; waits for the cluster. */
    public Map<Integer, Instant> lost() {
        Map<Integer, Instant> lost = new TreeMap<>();
        marks.entrySet()
                .forEach(mark -> lost.put(
                        partitions.getPartition(mark.getKey()).getPartitionId(),
                        Instant.ofEpochMilli(mark.getValue())));
        return lost;
    }

    /** What health says of commands that are not answered. */
    public List<String> outages() {
        Map<Integer, Instant> lost = continues ? Map.of() : lost();
        return lost.isEmpty() ? List.of() : List.of(text(lost));
    }

    /** What health says if the farm goes on all the same. */
    public List<String> healthIssues() {
        Map<Integer, Instant> lost = continues ? lost() : Map.of();
        return lost.isEmpty() ? List.of() : List.of(text(lost));
    }

    String text(Map<Integer, Instant> lost) {
        LostShare share = lost.values().stream().reduce(LostShare.NONE, LostShare::plus, LostShare::plus);
        String then = continues
                ? "the members go on as if nothing had been there (after-loss=continue)"
                : "instances and keys there are unavailable, and pages say that they lack them, until the loss is acknowledged"
                        + " (acknowledgeLoss)";
        return share.text(partitions.getPartitions().size()) + ": " + then;
    }

    /** Says that something is lost in the partition of a slot; waits for the cluster. */
    public void mark(UUID slot, Instant at) {
        marks.putIfAbsent(
                new PartitionKeys(hazelcast).keyOf(partitions.getPartition(slot).getPartitionId()), at.toEpochMilli());
    }

    /** Forgets all losses; waits for the cluster. */
    public int acknowledge() {
        Map<Integer, Instant> lost = lost();
        marks.keySet().forEach(marks::delete);
        if (!lost.isEmpty()) {
            LOG.warn(
                    "acknowledged: {} partitions were lost, and what is not there now counts as never stored",
                    lost.size());
        }
        return lost.size();
    }
}
