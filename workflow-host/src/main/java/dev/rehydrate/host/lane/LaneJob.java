// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.host.async.Failures;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** Something the host does with the copy in memory, if there still is one, after the messages that came before. */
public final class LaneJob implements Job {

    private final BiFunction<Lane, Resident<?>, CompletableFuture<Void>> work;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    public LaneJob(BiFunction<Lane, Resident<?>, CompletableFuture<Void>> work) {
        this.work = work;
    }

    /** Completes when the work is done or not needed; never fails. */
    public CompletableFuture<Void> done() {
        return done;
    }

    @Override
    public CompletableFuture<Void> run(Lane lane) {
        Resident<?> resident = lane.resident();
        CompletableFuture<Void> working = resident == null
                ? CompletableFuture.completedFuture(null)
                : Failures.caught(() -> work.apply(lane, resident));
        return working.whenComplete((nothing, failure) -> done.complete(null));
    }

    @Override
    public void refused(Throwable why) {
        done.complete(null);
    }

    @Override
    public boolean isActivity() {
        return false;
    }
}
