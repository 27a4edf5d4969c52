// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.InstanceStoreException.Subject;
import dev.rehydrate.command.LeaseLostException;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadOutcome;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The copy of an instance that this very host may have in memory while an administrator works on the instance. A copy in
 * another host is found out there, when it is saved next.
 */
final class OwnCopy {

    /** Turns that take longer than this do not keep an administrator waiting. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final HostCore core;
    private final ControlStore store;
    private final InstanceId id;
    private final Deadline patience;

    OwnCopy(HostCore core, ControlStore store, InstanceId id) {
        this.core = core;
        this.store = store;
        this.id = id;
        this.patience = Deadline.in(core.settings().time(), store.deadline().atMost(PATIENCE));
    }

    /** Saves what is unsaved and gives the hold back, after the turns that are under way. Never fails. */
    CompletableFuture<Void> unload() {
        return await(new LaneJob(core.unloading()::unload));
    }

    /** Takes the copy out of memory if it is not what is stored, or may not run. Never fails. */
    CompletableFuture<Void> revalidate() {
        return await(new LaneJob(this::revalidate));
    }

    private CompletableFuture<Void> await(LaneJob job) {
        core.lanes().enqueue(id, job).pump();
        return patience.isOver() ? CompletableFuture.completedFuture(null) : patience.orUntilOver(job.done());
    }

    private CompletableFuture<Void> revalidate(Lane lane, Resident<?> resident) {
        if (!resident.isHeld()) {
            return core.unloading().unload(lane, resident);
        }
        return store.ask(id, LoadInstance.of(LoadMode.peek())).thenCompose(stored -> {
            if (!isHeldBy(resident, stored)) {
                core.unloading().abort(lane, resident, new LeaseLostException(Subject.of(id)));
                return CompletableFuture.completedFuture(null);
            }
            boolean suspended = stored.orThrow().header().suspension() != null;
            return suspended ? core.unloading().unload(lane, resident) : CompletableFuture.completedFuture(null);
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
