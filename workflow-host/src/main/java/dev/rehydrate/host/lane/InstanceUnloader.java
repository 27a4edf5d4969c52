// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.InstanceValue;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Evicts instances from memory (contract §5.2): saves them and gives the hold back; or, if that fails, drops the copy, so that
 * the instance goes on from its last saved state.
 */
public final class InstanceUnloader {

    private final HostSettings settings;
    private final StoreAccess store;
    private final Timeline timeline;
    private final LongAdder lostInstances = new LongAdder();
    private final LongAdder lostReplies = new LongAdder();

    public InstanceUnloader(HostSettings settings, StoreAccess store, Timeline timeline) {
        this.settings = settings;
        this.store = store;
        this.timeline = timeline;
    }

    /** Saves what is unsaved; the instance stays in memory. Never fails: what cannot be saved is dropped. */
    CompletableFuture<Void> persist(Lane lane, Resident<?> resident) {
        if (!resident.isUnsaved()) {
            return CompletableFuture.completedFuture(null);
        }
        return save(resident, AfterSave.KEEP).handle((saved, failure) -> {
            if (failure != null) {
                abort(lane, resident, Failures.unwrap(failure));
            }
            return null;
        });
    }

    /** Saves what is unsaved and gives the hold back, in one command. Never fails. */
    public CompletableFuture<Void> unload(Lane lane, Resident<?> resident) {
        if (!resident.isHeld()) {
            dropUnheld(lane, resident);
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<?> left = resident.isUnsaved() ? save(resident, AfterSave.RELEASE) : release(resident);
        return left.handle((done, failure) -> {
            if (failure != null) {
                abort(lane, resident, Failures.unwrap(failure));
            } else {
                drop(lane, resident);
            }
            return null;
        });
    }

    /** A copy without hold has nothing to save, unless its hold was lost since its last reply. */
    private void dropUnheld(Lane lane, Resident<?> resident) {
        if (resident.isUnsaved()) {
            abort(lane, resident, new HandleFreedException(Subject.of(resident.id())));
        } else {
            drop(lane, resident);
        }
    }

    /** A stale copy is loaded again, which is not worth an event. */
    private void drop(Lane lane, Resident<?> resident) {
        lane.drop(resident);
        resident.handle().close();
        if (!resident.isStale()) {
            resident.event(timeline, Kind.DEHYDRATED).publish();
        }
    }

    /**
     * Keeps a copy that the running job of its lane has just loaded. The store gave it a newer hold: an older copy may be older
     * than what is stored.
     */
    public void keep(Lane lane, Resident<?> loaded) {
        abortOlder(lane, lane.keep(loaded));
    }

    /**
     * Keeps a copy that was just loaded, and queues a job that finds it, also if no job of its lane is running any more.
     *
     * @param lanes where
     * @param loaded the copy
     * @param job the job
     * @return the lane of the instance; {@link Lane#pump} must follow
     */
    public Lane keep(Lanes lanes, Resident<?> loaded, Job job) {
        Lanes.Kept kept = lanes.enqueue(job, loaded);
        abortOlder(kept.lane(), kept.older());
        return kept.lane();
    }

    private void abortOlder(Lane lane, @Nullable Resident<?> older) {
        if (older != null) {
            abort(lane, older, new HandleFreedException(Subject.of(older.id())));
        }
    }

    /** Drops the copy in memory; the hold goes back in the background. */
    public void abort(Lane lane, Resident<?> resident, @Nullable Throwable cause) {
        lane.drop(resident);
        resident.handle().close();
        if (resident.isStale()) {
            return;
        }
        if (resident.isUnsaved()) {
            lostInstances.increment();
            lostReplies.add(resident.unsavedReplies());
        }
        Throwable told = cause instanceof UnresolvedOutcomeException unresolved ? unresolved.unknown() : cause;
        resident.event(timeline, Kind.ABORTED)
                .because(told, resident.unsavedReplies())
                .publish();
    }

    /** In how many instances replied changes were dropped that could not be saved, since the host began. */
    public long lostInstances() {
        return lostInstances.sum();
    }

    /** How many replies were given for changes that were dropped, since the host began. */
    public long lostReplies() {
        return lostReplies.sum();
    }

    /**
     * Drops the copies that an owner held after its lease has expired, each after its running job. Their handles may not be
     * freed yet, because the event of the loss comes while they are being freed.
     */
    public void dropLost(List<Lane> lanes, LiveOwner lost, Throwable cause) {
        drop(lanes, resident -> resident.handle().owner().equals(Optional.of(lost.id())), cause);
    }

    /** Drops the copies whose hold is lost, each after its running job. */
    public void dropUnheld(List<Lane> lanes, Throwable cause) {
        drop(lanes, resident -> !resident.handle().isValid(), cause);
    }

    private void drop(List<Lane> lanes, Predicate<Resident<?>> which, Throwable cause) {
        for (Lane lane : lanes) {
            lane.add(new LaneJob((where, resident) -> {
                if (which.test(resident)) {
                    abort(where, resident, cause);
                }
                return CompletableFuture.completedFuture(null);
            }));
            lane.pump();
        }
    }

    /** Saves under the hold; the revision may only differ because an administrator suspended or resumed the instance. */
    public <S> CompletableFuture<SaveReceipt> save(Resident<S> resident, AfterSave after) {
        return Failures.caught(() -> {
            DirtyTracker.Step step =
                    resident.baseline().to(resident.definition().mapping().toValues(resident.state()));
            InstanceChanges.Builder changes =
                    InstanceChanges.builder().definition(resident.definition().identity());
            SaveCommands.data(changes, step.change());
            HostState last = resident.hostState().with(resident.trace());
            ValueDelta<InstanceValue> trace = last.since(resident.hostState());
            SaveCommands.due(changes, last);
            boolean moves = !(step.change() instanceof DataChange.Unchanged);
            Resident.Content<S> content = new Resident.Content<>(resident.state(), step.after(), last);
            Supplier<InstanceChanges<InstanceValue>> all =
                    () -> changes.metadata(moves ? trace : resident.keepingSeen(trace))
                            .build();
            return save(resident, all, after).whenComplete((receipt, failure) -> {
                if (failure == null) {
                    resident.saved(content, receipt, moves);
                }
            });
        });
    }

    /** Saves what the host remembers, and not the state. */
    public CompletableFuture<SaveReceipt> save(Resident<?> resident, HostState hostState, AfterSave after) {
        ValueDelta<InstanceValue> bookkeeping = hostState.since(resident.hostState());
        Supplier<InstanceChanges<InstanceValue>> changes =
                () -> SaveCommands.due(InstanceChanges.builder().metadata(resident.keepingSeen(bookkeeping)), hostState)
                        .build();
        return save(resident, changes, after).whenComplete((receipt, failure) -> {
            if (failure == null) {
                resident.saved(hostState, receipt);
            }
        });
    }

    /** After a mismatch the revision is read again under the hold, and the changes are made anew for it. */
    private CompletableFuture<SaveReceipt> save(
            Resident<?> resident, Supplier<InstanceChanges<InstanceValue>> changes, AfterSave after) {
        long startedAt = settings.time().nanoTime();
        return write(resident, changes.get(), after)
                .thenCompose(outcome -> outcome instanceof SaveOutcome.Mismatch
                        ? reread(resident).thenCompose(again -> write(resident, changes.get(), after))
                        : CompletableFuture.completedFuture(outcome))
                .thenApply(SaveOutcome::receiptOrThrow)
                .whenComplete((receipt, failure) -> {
                    if (failure == null) {
                        resident.event(timeline, Kind.PERSISTED)
                                .state(receipt.revision(), receipt.token())
                                .tookSince(startedAt)
                                .publish();
                    }
                });
    }

    private CompletableFuture<SaveOutcome> write(
            Resident<?> resident, InstanceChanges<InstanceValue> changes, AfterSave after) {
        Expected expected = Expected.revision(resident.revision());
        SaveInstance save = new SaveInstance(CommandId.random(), changes, expected, after);
        return store.ask(resident.handle(), save, settings.storeTimeout());
    }

    private CompletableFuture<LoadOutcome> reread(Resident<?> resident) {
        return store.ask(resident.handle(), LoadInstance.of(LoadMode.hold()), settings.storeTimeout())
                .whenComplete((outcome, failure) -> {
                    if (outcome instanceof LoadOutcome.Loaded loaded) {
                        resident.reread(loaded.snapshot());
                    }
                });
    }

    private CompletableFuture<?> release(Resident<?> resident) {
        return store.ask(resident.handle(), ReleaseInstance.now(), settings.storeTimeout());
    }
}
