// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a host (contract §5.1): turns that are under way end, what is in memory is saved and given back, a few instances
 * at a time, and the owner is retired, so that others can go on at once.
 */
final class GracefulStop {

    private static final int AT_ONCE = 10;
    private static final Logger LOG = LoggerFactory.getLogger(HostLog.NAME);

    private final HostCore core;
    private final Deadline deadline;
    private final long lostBefore;
    private final long lostRepliesBefore;

    GracefulStop(HostCore core, Deadline deadline) {
        this.core = core;
        this.deadline = deadline;
        this.lostBefore = core.unloading().lostInstances();
        this.lostRepliesBefore = core.unloading().lostReplies();
    }

    /** Never fails; what could not be saved in time is told to the listener. */
    CompletableFuture<Void> run(CompletableFuture<Void> drained) {
        core.owners().takeNoMore();
        return deadline.orUntilOver(drained)
                .thenCompose(done -> deadline.orUntilOver(unloadAll()))
                .thenCompose(done -> core.owners().retire(core.settings().storeTimeout()))
                .thenRun(this::dropRest);
    }

    private CompletableFuture<Void> unloadAll() {
        Queue<Lane> left = new ConcurrentLinkedQueue<>(core.lanes().loaded());
        CompletableFuture<?>[] workers = new CompletableFuture<?>[Math.min(AT_ONCE, left.size())];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = Repeat.whileTrue(() -> unloadNext(left));
        }
        return CompletableFuture.allOf(workers);
    }

    private CompletableFuture<Boolean> unloadNext(Queue<Lane> left) {
        Lane lane = left.poll();
        if (lane == null || deadline.isOver()) {
            return CompletableFuture.completedFuture(false);
        }
        LaneJob unload = new LaneJob(core.unloading()::unload);
        lane.add(unload);
        lane.pump();
        return unload.done().thenApply(done -> true);
    }

    /** What is unsaved still is lost with the copies in memory, whose jobs may run after this. */
    private void dropRest() {
        int left = core.lanes().inMemory();
        core.unloading()
                .dropUnheld(
                        core.lanes(), new HostStoppedException(core.settings().node()));
        long lost = core.unloading().lostInstances() - lostBefore;
        if (left > 0 || lost > 0) {
            LOG.warn(
                    "the host stopped before all was saved: node={} droppedInstances={} droppedReplies={} stillInMemory={};"
                            + " these instances go on from their last saved state",
                    core.settings().node(),
                    lost,
                    core.unloading().lostReplies() - lostRepliesBefore,
                    left);
        }
    }
}
