// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.timer;

import dev.rehydrate.host.lane.Job;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.Resident;
import java.util.concurrent.CompletableFuture;

/** Does what is due for an instance in memory, when its turn in the lane comes. */
record DueWorkJob(DueWorker worker) implements Job {

    @Override
    public CompletableFuture<Void> run(Lane lane) {
        Resident<?> resident = lane.resident();
        return resident == null || !resident.handle().isValid()
                ? CompletableFuture.completedFuture(null)
                : worker.run(lane, resident);
    }

    @Override
    public void refused(Throwable why) {
        // What is due stays due, and the lane tries again after a pause.
    }

    @Override
    public boolean isActivity() {
        return false;
    }
}
