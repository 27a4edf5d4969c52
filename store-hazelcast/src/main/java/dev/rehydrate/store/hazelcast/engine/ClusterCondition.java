// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.engine;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.engine.EngineFacts;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import dev.rehydrate.store.hazelcast.call.EngineFailures;
import dev.rehydrate.store.hazelcast.call.StoreThreads;
import dev.rehydrate.store.hazelcast.heap.HeapGuard;
import dev.rehydrate.store.hazelcast.heap.LostThreads;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.start.FarmSettings;
import dev.rehydrate.store.hazelcast.start.Neighbours;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** How the cluster looks from here. */
public final class ClusterCondition {

    private static final String UNKNOWN = "unknown";

    private final HazelcastInstance hazelcast;
    private final StoreThreads threads;
    private final String durability;
    private final int farmSize;
    private final boolean member;
    private final @Nullable LostThreads lostThreads;
    private final AtomicBoolean looking = new AtomicBoolean();

    private ClusterCondition(HazelcastInstance hazelcast, StoreThreads threads, String durability, int farmSize) {
        this.hazelcast = hazelcast;
        this.threads = threads;
        this.durability = durability;
        this.farmSize = farmSize;
        this.member = isMember(hazelcast);
        this.lostThreads = LostThreads.of(hazelcast);
    }

    /** Of a member or client that was started with settings of ours. */
    public static ClusterCondition of(HazelcastInstance own, StoreThreads threads, HazelcastStoreOptions options) {
        return new ClusterCondition(own, threads, FarmSettings.text(options.durability()), options.farmSize());
    }

    /** Of a member or client that the application has started. */
    public static ClusterCondition of(HazelcastInstance foreign, StoreThreads threads) {
        return new ClusterCondition(foreign, threads, isMember(foreign) ? durability(foreign) : UNKNOWN, 0);
    }

    private static String durability(HazelcastInstance member) {
        if (MemberChanges.of(member) != null) {
            return FarmSettings.text(Durability.WRITE_BEHIND);
        }
        String protection = member.getConfig().getMapConfig(MapNames.SLOTS).getSplitBrainProtectionName();
        return FarmSettings.text(MapNames.MAJORITY.equals(protection) ? Durability.PROTECTED : Durability.MEMORY);
    }

    private static boolean isMember(HazelcastInstance instance) {
        return instance.getLocalEndpoint() instanceof Member;
    }

    EngineFacts facts() {
        return new EngineFacts(durability, members().size(), farmSize, threads.queued(), HeapGuard.percent(hazelcast));
    }

    /** {@return whether no other process takes part in a command: this is a member, and there is no other one} */
    public boolean isAloneHere() {
        return member && members().size() == 1;
    }

    /** {@return what keeps this member from answering, whatever the others do} */
    Optional<String> outage() {
        return lostThreads == null ? Optional.empty() : lostThreads.issue();
    }

    private Set<Member> members() {
        try {
            return hazelcast.getCluster().getMembers();
        } catch (RuntimeException ended) {
            // Members and clients that have ended, and clients without connection, say so by several exceptions.
            return Set.of();
        }
    }

    /** Whether all copies are there is asked of every member, which may take long; so it is asked in a thread of its own. */
    public CompletableFuture<List<String>> healthIssues() {
        CompletableFuture<List<String>> answer = new CompletableFuture<>();
        if (!looking.compareAndSet(false, true)) {
            answer.complete(List.of("whether every copy is there could not be found out since the last time"));
            return answer;
        }
        try {
            Thread thread = new Thread(() -> look(answer), "rehydrate-health");
            thread.setDaemon(true);
            thread.start();
        } catch (Error noThread) {
            failed(answer, noThread);
        }
        return answer;
    }

    /** As when memory is short, also for a thread: the next question is asked all the same. */
    private void failed(CompletableFuture<List<String>> answer, Throwable failure) {
        looking.set(false);
        answer.completeExceptionally(EngineFailures.of(failure, "copies", false));
    }

    private void look(CompletableFuture<List<String>> answer) {
        List<String> healthIssues;
        try {
            healthIssues = found();
        } catch (RuntimeException | Error failure) {
            failed(answer, failure);
            return;
        }
        // A caller that has this answer may ask the next question at once.
        looking.set(false);
        answer.complete(healthIssues);
    }

    private List<String> found() {
        List<String> healthIssues = new ArrayList<>();
        Set<Member> present = members();
        int members = present.size();
        if (members < farmSize) {
            Object reason = members == 1 ? hazelcast.getUserContext().get(Neighbours.REASON) : null;
            healthIssues.add(members + " of " + farmSize + " members are here" + (reason == null ? "" : ": " + reason));
        }
        FarmSettings.notPrepared(present.stream()).ifPresent(healthIssues::add);
        String full = HeapGuard.healthIssue(hazelcast);
        if (full != null) {
            healthIssues.add(full);
        }
        String behind = MemberChanges.healthIssue(hazelcast);
        if (behind != null) {
            healthIssues.add(behind);
        }
        String clock = ClusterClock.of(hazelcast).healthIssue();
        if (clock != null) {
            healthIssues.add(clock);
        }
        if (member && !hazelcast.getPartitionService().isClusterSafe()) {
            healthIssues.add("not every instance has all its copies");
        }
        return healthIssues;
    }
}
