// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.concurrent.CompletableFuture;

/** Works off what is due for an instance in memory. */
record AgendaJob(HostCore core) implements Job {

    @Override
    public CompletableFuture<Void> run(Lane lane) {
        Resident<?> resident = lane.resident();
        if (resident == null || !resident.handle().isValid()) {
            return CompletableFuture.completedFuture(null);
        }
        return new AgendaWork(core, lane, resident).run();
    }

    @Override
    public void refused(Throwable why) {
        // What is due stays due: the instance is offered again when it is given back.
    }

    @Override
    public boolean isActivity() {
        return false;
    }
}
