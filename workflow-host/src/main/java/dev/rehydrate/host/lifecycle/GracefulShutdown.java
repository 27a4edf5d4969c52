// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lifecycle;

import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.host.async.AsyncLoop;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.lane.InstanceUnloader;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.LaneJob;
import dev.rehydrate.host.lane.Lanes;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.OwnerLease;
import dev.rehydrate.host.turn.CallContext;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a host (contract §5.1): turns that are under way end, what is in memory is saved and given back, a few instances
 * at a time, and the owner is retired, so that others can go on at once.
 */
public final class GracefulShutdown {

    private static final int AT_ONCE = 10;
    private static final Logger LOG = LoggerFactory.getLogger(GracefulShutdown.class);

    private final HostSettings settings;
    private final Lanes lanes;
    private final OwnerLease owners;
    private final InstanceUnloader unloader;
    private final Deadline deadline;
    /** Until when nothing is unloaded but what has ended its calls: half of the time, so that the other half is left for saving. */
    private final Deadline drainTime;

    private final long lostBefore;
    private final long lostRepliesBefore;

    public GracefulShutdown(CallContext context, Deadline deadline) {
        this.settings = context.services().settings();
        this.lanes = context.lanes();
        this.owners = context.owners();
        this.unloader = context.services().unloader();
        this.deadline = deadline;
        this.drainTime = Deadline.in(settings.time(), deadline.remaining().dividedBy(2));
        this.lostBefore = unloader.lostInstances();
        this.lostRepliesBefore = unloader.lostReplies();
    }

    /** Never fails; instances that could not be saved in time are published as {@code ABORTED}. */
    public CompletableFuture<Void> run(CompletableFuture<Void> drained) {
        owners.takeNoMore();
        return drainTime
                .orUntilOver(drained)
                .thenCompose(done -> deadline.orUntilOver(unloadAll(drained)))
                .thenCompose(done -> owners.retire(settings.storeTimeout()))
                .thenRun(this::dropRest);
    }

    /** What is in memory now, and when the last call has ended what has come meanwhile. */
    private CompletableFuture<Void> unloadAll(CompletableFuture<Void> drained) {
        boolean isLast = drained.isDone();
        CompletableFuture<Void> present = unloadAll();
        return isLast ? present : CompletableFuture.allOf(present, drained).thenCompose(done -> unloadAll());
    }

    /** First those that have no job, so that jobs which do not end keep no other instance from being saved. */
    private CompletableFuture<Void> unloadAll() {
        Map<Boolean, List<Lane>> byJob = lanes.loaded().stream().collect(Collectors.partitioningBy(Lane::hasJob));
        Queue<Lane> left = new ConcurrentLinkedQueue<>(byJob.getOrDefault(false, List.of()));
        left.addAll(byJob.getOrDefault(true, List.of()));
        CompletableFuture<?>[] workers = new CompletableFuture<?>[Math.min(AT_ONCE, left.size())];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = AsyncLoop.whileTrue(() -> unloadNext(left));
        }
        return CompletableFuture.allOf(workers);
    }

    private CompletableFuture<Boolean> unloadNext(Queue<Lane> left) {
        Lane lane = left.poll();
        if (lane == null || deadline.isOver()) {
            return CompletableFuture.completedFuture(false);
        }
        LaneJob unload = new LaneJob(unloader::unload);
        lane.add(unload);
        lane.pump();
        return unload.done().thenApply(done -> true);
    }

    /** What is unsaved still is lost with the copies in memory, whose jobs may run after this. */
    private void dropRest() {
        lanes.stop();
        int left = lanes.inMemory();
        lanes.refuseWaiting(() -> new HostStoppedException(settings.node()));
        unloader.dropUnheld(lanes.loaded(), new HostStoppedException(settings.node()));
        long lost = unloader.lostInstances() - lostBefore;
        if (left > 0 || lost > 0) {
            LOG.warn(
                    "the host stopped before all was saved: node={} droppedInstances={} droppedReplies={} stillInMemory={};"
                            + " these instances go on from their last saved state",
                    settings.node(),
                    lost,
                    unloader.lostReplies() - lostRepliesBefore,
                    left);
        }
    }
}
