// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.timer;

import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.host.lane.Job;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.Resident;
import java.util.concurrent.CompletableFuture;

/** Does what is due for an instance in memory, when its turn in the lane comes. */
record DueWorkJob(DueWorker worker) implements Job {

    @Override
    public CompletableFuture<Void> run(Lane lane) {
        Resident<?> resident = lane.resident();
        if (resident == null) {
            return CompletableFuture.completedFuture(null);
        }
        if (!resident.handle().isValid()) {
            // Without its hold it cannot do what is due, and would be woken for it again at once, and again.
            HandleFreedException lost = new HandleFreedException(Subject.of(resident.id()));
            worker.services().unloader().abort(lane, resident, lost);
            return CompletableFuture.completedFuture(null);
        }
        return worker.run(lane, resident);
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
