// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.store.owner.LeavingPace;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runnable.HostKind;
import dev.rehydrate.store.runnable.RunnableBacklog;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.AsyncLoop;
import dev.rehydrate.store.waiting.RecentInstances;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds and takes one instance that wants to run (contract §2.7). */
final class RunnableFlow {

    /**
     * A command that was refused so many instances, or left them to others, finds none: what is behind them is for the next one. Else it
     * would not end while there are more than a store remembers to have left.
     */
    private static final int MOST_TRIES = 1_024;

    private final StoreRuntime store;
    private final LocalHandle handle;
    private final LocalOwner owner;
    private final SlotSession session;

    RunnableFlow(StoreRuntime store, LocalHandle handle, LocalOwner owner, SlotSession session) {
        this.store = store;
        this.handle = handle;
        this.owner = owner;
        this.session = session;
    }

    CompletableFuture<RunnableOutcome> load(CommandId id) {
        OwnerDescription description = owner.description();
        if (description.hostType() == null) {
            throw new IllegalStateException(
                    "an owner without host type is never offered runnable instances, owner=" + owner.id());
        }
        long signals = owner.events().signals();
        Search search = new Search(id, store.backlogs().of(description));
        return AsyncLoop.whileTrue(search::step)
                .thenApply(ended -> resetIfNone(search.outcome, signals))
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(Failures.unwrap(failure)));
    }

    /** Tries what is known to want to run, and looks for more, until an instance is taken or there is none. */
    private final class Search {

        private final CommandId id;
        private final RunnableBacklog backlog;
        private final RecentInstances left;
        private final LeavingPace pace;
        private final long firstScan;
        private int triesLeft = MOST_TRIES;
        private RunnableOutcome outcome = new RunnableOutcome.NoneRunnable();

        private Search(CommandId id, RunnableBacklog backlog) {
            this.id = id;
            this.backlog = backlog;
            this.left = store.left().of(kind());
            this.pace = store.left().paceOf(kind());
            this.firstScan = backlog.nextScan();
        }

        private CompletableFuture<Boolean> step() {
            if (triesLeft-- == 0 || !pace.hasRoom()) {
                return CompletableFuture.completedFuture(false);
            }
            SlotAddress at = backlog.take();
            if (at == null) {
                return session.read(backlog.more(firstScan));
            }
            CompletableFuture<RunnableOutcome> trial =
                    isLeft(at.instance()) ? CompletableFuture.completedFuture(outcome) : attempt(at, id);
            return trial.whenComplete((done, failure) -> backlog.settle(at)).thenApply(done -> {
                outcome = done;
                return done instanceof RunnableOutcome.NoneRunnable;
            });
        }

        private boolean isLeft(InstanceId instance) {
            return left.has(instance) || store.left().hasLeft(owner, instance);
        }
    }

    private CompletableFuture<RunnableOutcome> attempt(SlotAddress candidate, CommandId id) {
        return session.<LoadGrant>decide(
                        candidate,
                        () -> new AcquireInstance(
                                id,
                                session.caller(),
                                session.proof(),
                                new Lookup.ToRun(owner.description().definitions()),
                                Map.of(),
                                0))
                .thenCompose(reply -> reply instanceof Reply.Done<LoadGrant> done
                        ? taken(done.answer())
                        : CompletableFuture.completedFuture(new RunnableOutcome.NoneRunnable()))
                .exceptionallyCompose(failure -> unlessDamaged(candidate, failure));
    }

    /** It stays the one that is due longest: each look would fail at it, and none would come to those behind it. */
    private CompletableFuture<RunnableOutcome> unlessDamaged(SlotAddress candidate, Throwable failure) {
        if (!store.damaged().leavesOut(candidate, failure)) {
            return CompletableFuture.failedFuture(failure);
        }
        store.left().leave(kind(), candidate.instance());
        return CompletableFuture.completedFuture(new RunnableOutcome.NoneRunnable());
    }

    private CompletableFuture<RunnableOutcome> taken(LoadGrant grant) {
        Optional<UnreadableValueException> unreadable = store.values().unreadableIn(grant.record());
        if (unreadable.filter(UnreadableValueException::mayBeReadableElsewhere).isPresent()) {
            skip(grant.record(), unreadable.get());
            return CompletableFuture.completedFuture(new RunnableOutcome.NoneRunnable());
        }
        return unreadable.isEmpty()
                ? CompletableFuture.completedFuture(granted(grant))
                : new Quarantine(store, owner, session)
                        .putAside(grant, unreadable.get())
                        .thenApply(aside -> new RunnableOutcome.NoneRunnable());
    }

    /** A host that can read it may run it at once; this store looks at it again after a while. */
    private void skip(InstanceRecord record, UnreadableValueException unreadable) {
        store.left().leave(kind(), record.id(), unreadable);
        owner.giveBack(record.id(), Hold.of(record));
    }

    private RunnableOutcome resetIfNone(RunnableOutcome outcome, long signalsBefore) {
        if (outcome instanceof RunnableOutcome.NoneRunnable) {
            owner.events().reset(StoreEvent.HAS_RUNNABLE, signalsBefore);
            resumeLater(kind());
        }
        return outcome;
    }

    /** What is behind too many that this store cannot read is found after a pause. */
    private void resumeLater(HostKind kind) {
        LeavingPace pace = store.left().paceOf(kind);
        pace.resumeAfter().ifPresent(pause -> {
            try {
                store.plainTime().schedule(pause, () -> {
                    pace.resumed();
                    store.owners().stream()
                            .filter(each -> kind.isOf(each.description()))
                            .forEach(each -> each.events().signal(StoreEvent.HAS_RUNNABLE));
                });
            } catch (RuntimeException | Error notScheduled) {
                pace.notPlanned();
                throw notScheduled;
            }
        });
    }

    private HostKind kind() {
        return HostKind.of(owner.description());
    }

    private RunnableOutcome granted(LoadGrant grant) {
        InstanceRecord record = grant.record();
        handle.learnClaimEpoch(grant.claimEpoch());
        handle.bindInstance(record.id());
        owner.bind(handle, record.id(), Hold.of(record), false);
        return new RunnableOutcome.Loaded(store.values().snapshot(record, true));
    }
}
