// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.PartitionService;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The marks at lost partitions, and at slots that cannot be read in the database, as a member or client reads and removes them. */
public final class LossMarks {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final int MOST_NAMED = 3;

    private final PartitionService partitions;
    private final IMap<UUID, Long> marks;
    private final boolean continues;

    public LossMarks(HazelcastInstance hazelcast) {
        this.partitions = hazelcast.getPartitionService();
        this.marks = hazelcast.getMap(MapNames.LOST);
        this.continues =
                hazelcast.getLocalEndpoint() instanceof Member && PartitionLoss.continuesWith(hazelcast.getConfig());
    }

    /** Which partitions are marked, and when they were lost; waits for the cluster. */
    public Map<Integer, Instant> lost() {
        Map<Integer, Instant> lost = new TreeMap<>();
        marks.entrySet().forEach(mark -> {
            if (PartitionKeys.isOfPartition(mark.getKey())) {
                lost.put(
                        partitions.getPartition(mark.getKey()).getPartitionId(), Instant.ofEpochMilli(mark.getValue()));
            }
        });
        return lost;
    }

    /** Which slots are in the database and cannot be read there, in no order; waits for the cluster. */
    private List<UUID> damaged() {
        return marks.keySet().stream()
                .filter(key -> !PartitionKeys.isOfPartition(key))
                .toList();
    }

    /** What health says of commands that are not answered. */
    public List<String> outages() {
        Map<Integer, Instant> lost = continues ? Map.of() : lost();
        return lost.isEmpty() ? List.of() : List.of(text(lost));
    }

    /** What health says of single slots, and of partitions if the farm goes on all the same. */
    public List<String> healthIssues() {
        List<String> issues = new ArrayList<>();
        Map<Integer, Instant> lost = continues ? lost() : Map.of();
        if (!lost.isEmpty()) {
            issues.add(text(lost));
        }
        List<UUID> damaged = damaged();
        if (!damaged.isEmpty()) {
            issues.add("what is in the database cannot be read of " + named(damaged) + ": " + thenOfDamaged());
        }
        return issues;
    }

    private String thenOfDamaged() {
        return continues
                ? "the members go on as if nothing had been there (after-loss=continue)"
                : "commands on such an instance or key fail, and all others are answered; restore the rows while the farm is"
                        + " stopped, or give each up (rehydrate instances discard-damaged)";
    }

    /**
     * Says what a page may lack; waits for the cluster.
     *
     * @param found in how many partitions something may be missing, as their owners said
     */
    public String gap(LostShare found) {
        Map<Integer, Instant> lost = lost();
        List<UUID> damaged = damaged();
        List<String> lacks = new ArrayList<>();
        if (!lost.isEmpty() || damaged.isEmpty()) {
            LostShare share = lost.isEmpty() ? found : share(lost);
            lacks.add(share.text(partitions.getPartitions().size())
                    + ": instances that were there are not listed, until the loss is acknowledged");
        }
        if (!damaged.isEmpty()) {
            lacks.add("instances may be missing, because of rows that cannot be read: " + named(damaged)
                    + "; a load says why");
        }
        return String.join("; ", lacks);
    }

    private static String named(List<UUID> slots) {
        int others = slots.size() - MOST_NAMED;
        return slots.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "))
                + (others > 0 ? " and " + others + (others == 1 ? " other" : " others") : "");
    }

    private static LostShare share(Map<Integer, Instant> lost) {
        return lost.values().stream().reduce(LostShare.NONE, LostShare::plus, LostShare::plus);
    }

    String text(Map<Integer, Instant> lost) {
        String then = continues
                ? "the members go on as if nothing had been there (after-loss=continue)"
                : "instances and keys there are unavailable, and pages say that they lack them, until the loss is acknowledged"
                        + " (acknowledgeLoss)";
        return share(lost).text(partitions.getPartitions().size()) + ": " + then;
    }

    /**
     * Says that a slot is in the database and cannot be read there; waits for the cluster. A member of an earlier release takes the partition of the slot
     * for lost.
     */
    public void mark(UUID slot, Instant at) {
        marks.putIfAbsent(slot, at.toEpochMilli());
    }

    /** Forgets that a slot cannot be read in the database. {@return whether it had a mark} */
    public CompletionStage<Boolean> forget(UUID slot) {
        return PartitionKeys.isOfPartition(slot)
                ? CompletableFuture.completedFuture(false)
                : marks.removeAsync(slot).thenApply(Objects::nonNull);
    }

    /** Forgets all losses; waits for the cluster. {@return how many marks there were} */
    public int acknowledge() {
        Map<Integer, Instant> lost = lost();
        List<UUID> damaged = damaged();
        marks.keySet().forEach(marks::delete);
        if (!lost.isEmpty() || !damaged.isEmpty()) {
            LOG.warn(
                    "acknowledged: {} partitions were lost, {} instances or keys could not be read from the database, and what is not there now"
                            + " counts as never stored",
                    lost.size(),
                    damaged.size());
        }
        return lost.size() + damaged.size();
    }
}
