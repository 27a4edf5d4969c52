// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.concurrent.CompletableFuture;

/** What the idle policy wants of an instance that has been idle for a while; off if a message came meanwhile. */
record IdleJob(Step step, long activity, Unloading unloading) implements Job {

    enum Step {
        PERSIST,
        UNLOAD
    }

    @Override
    public CompletableFuture<Void> run(Lane lane) {
        Resident<?> resident = lane.resident();
        if (resident == null || !lane.isIdleSince(activity)) {
            return CompletableFuture.completedFuture(null);
        }
        return step == Step.UNLOAD
                ? unloading.unload(lane, resident)
                : unloading.persist(lane, resident).thenRun(() -> lane.persistedSince(activity));
    }

    @Override
    public void refused(Throwable why) {
        // The instance stays in memory until its next message, or until the host stops.
    }

    @Override
    public boolean isActivity() {
        return false;
    }
}
