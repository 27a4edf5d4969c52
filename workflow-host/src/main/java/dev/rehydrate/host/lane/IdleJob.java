// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import java.util.concurrent.CompletableFuture;

/** Saves or evicts an instance that has been idle for the time of the policy; does nothing if a message came meanwhile. */
public record IdleJob(IdleTimer.Step step, long activity, InstanceUnloader unloader) implements Job {

    @Override
    public CompletableFuture<Void> run(Lane lane) {
        Resident<?> resident = lane.resident();
        if (resident == null || !lane.isIdleSince(activity)) {
            return CompletableFuture.completedFuture(null);
        }
        return step == IdleTimer.Step.UNLOAD
                ? unloader.unload(lane, resident)
                : unloader.persist(lane, resident).thenRun(() -> lane.persistedSince(activity));
    }

    @Override
    public void refused(Throwable why) {
        // Its lane tries again after a pause.
    }

    @Override
    public boolean isActivity() {
        return false;
    }
}
