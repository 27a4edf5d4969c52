// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The end of a host (contract §5.1): turns that are under way end, what is in memory is saved and given back, a few instances
 * at a time, and the owner is retired, so that others can go on at once.
 */
final class GracefulStop {

    private static final int AT_ONCE = 10;

    private final HostCore core;
    private final Deadline deadline;

    GracefulStop(HostCore core, Deadline deadline) {
        this.core = core;
        this.deadline = deadline;
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
            workers[i] = unloadNext(left);
        }
        return CompletableFuture.allOf(workers);
    }

    private CompletableFuture<Void> unloadNext(Queue<Lane> left) {
        Lane lane = left.poll();
        if (lane == null || deadline.isOver()) {
            return CompletableFuture.completedFuture(null);
        }
        LaneJob unload = new LaneJob(core.unloading()::unload);
        lane.add(unload);
        lane.pump();
        return unload.done().thenCompose(done -> unloadNext(left));
    }

    private void dropRest() {
        core.unloading()
                .dropUnheld(
                        core.lanes(), new HostStoppedException(core.settings().node()));
    }
}
