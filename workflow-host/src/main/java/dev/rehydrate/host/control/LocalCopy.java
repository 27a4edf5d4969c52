// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.lane.InstanceUnloader;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.LaneJob;
import dev.rehydrate.host.lane.Lanes;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The copy of an instance in the memory of this host, if there is one, while an administrator changes the instance. A copy
 * in another host is detected there: its next save is refused.
 */
public final class LocalCopy {

    /** An administrator does not wait longer than this for a running turn. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Lanes lanes;
    private final InstanceUnloader unloader;
    private final ControlStore store;
    private final InstanceId id;
    private final Deadline patience;

    private LocalCopy(Access access, ControlStore store, InstanceId id) {
        this.lanes = access.lanes();
        this.unloader = access.unloader();
        this.store = store;
        this.id = id;
        this.patience = Deadline.in(access.settings().time(), store.deadline().atMost(PATIENCE));
    }

    /**
     * The instances in the memory of this host.
     *
     * @param settings what the host was started with
     * @param lanes the instances
     * @param unloader evicts them
     */
    public record Access(HostSettings settings, Lanes lanes, InstanceUnloader unloader) {

        /**
         * The copy of an instance.
         *
         * @param store the store for the administrator
         * @param id the instance, in memory or not
         * @return its copy
         */
        public LocalCopy of(ControlStore store, InstanceId id) {
            return new LocalCopy(this, store, id);
        }
    }

    /** Saves what is unsaved and gives the hold back, after the turns that are under way. Never fails. */
    CompletableFuture<Void> unload() {
        return await(new LaneJob(unloader::unload));
    }

    /** Takes the copy out of memory if it is not what is stored, or may not run. Never fails. */
    public CompletableFuture<Void> revalidate() {
        return await(new LaneJob(this::revalidate));
    }

    private CompletableFuture<Void> await(LaneJob job) {
        lanes.enqueue(id, job).pump();
        return patience.isOver() ? CompletableFuture.completedFuture(null) : patience.orUntilOver(job.done());
    }

    private CompletableFuture<Void> revalidate(Lane lane, Resident<?> resident) {
        if (!resident.isHeld()) {
            return unloader.unload(lane, resident);
        }
        return store.ask(id, LoadInstance.of(LoadMode.peek())).thenCompose(stored -> {
            if (!isHeldBy(resident, stored)) {
                unloader.abort(lane, resident, new LeaseLostException(Subject.of(id)));
                return CompletableFuture.completedFuture(null);
            }
            boolean suspended = stored.snapshotOrThrow().header().suspension() != null;
            return suspended ? unloader.unload(lane, resident) : CompletableFuture.completedFuture(null);
        });
    }

    private static boolean isHeldBy(Resident<?> resident, LoadOutcome stored) {
        return stored.loaded()
                .map(snapshot -> isHeldBy(resident, snapshot.header()))
                .orElse(false);
    }

    private static boolean isHeldBy(Resident<?> resident, InstanceHeader header) {
        return header.state() == InstanceState.INITIALIZED
                && resident.handle()
                        .owner()
                        .filter(owner -> owner.equals(header.holder()))
                        .isPresent()
                && resident.token().equals(header.token());
    }
}
