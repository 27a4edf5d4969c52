// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.Remark;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.slot.SweepAnswer;
import dev.rehydrate.slot.SweepSlot;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a store does without being asked: its owners beat, it watches the owners of others, and it sweeps. */
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(InstanceStore.class);
    private static final int SWEEP_LIMIT = 1000;

    private final StoreRuntime store;
    private final TimeSource time;
    private final RunnableDetection detection;
    private final DanglingClaims dangling;
    private volatile boolean closed;

    Housekeeping(StoreRuntime store) {
        this.store = store;
        this.time = store.plainTime();
        this.detection = new RunnableDetection(store);
        this.dangling = new DanglingClaims(store);
    }

    void start() {
        StoreOptions options = store.options();
        Duration third = options.lease().dividedBy(3);
        store.engine().onAnnouncement(this::heard);
        every(third, "judge the own leases", this::judgeOwnLeases);
        every(third, "beat", this::beat);
        every(third, "watch", () -> store.watch().look());
        every(options.sweepPeriod(), "sweep", this::sweep);
        every(options.sweepPeriod(), "remove dangling claims", dangling::sweep);
        every(options.detectionPeriod(), "detect runnable instances", detection::look);
    }

    private void heard(Announcement news) {
        if (news instanceof Announcement.MayRun mayRun) {
            detection.announced(mayRun.dueAt());
        } else if (news instanceof Announcement.Wanted wanted) {
            store.releaseNews().wanted(wanted.instance());
        } else if (news instanceof Announcement.Released released) {
            store.releaseNews().released(released.instance());
        }
    }

    void close() {
        closed = true;
        store.releaseNews().close();
        detection.close();
    }

    /** The next run is planned when this one has ended, so that a slow store is never asked twice at once. */
    private void every(Duration period, String name, Supplier<CompletionStage<?>> task) {
        time.schedule(period, () -> {
            if (!closed) {
                var unused = run(name, task).whenComplete((done, failure) -> every(period, name, task));
            }
        });
    }

    private CompletableFuture<?> run(String name, Supplier<CompletionStage<?>> task) {
        CompletableFuture<?> running;
        try {
            running = task.get().toCompletableFuture();
        } catch (RuntimeException | Error failure) {
            // What runs out of stack or memory once is not given up for ever: without beats all owners of this process
            // are lost.
            running = CompletableFuture.failedFuture(failure);
        }
        return running.exceptionally(failure -> {
            LOG.warn("housekeeping will try again later: could not {}", name, SafeText.failure(failure));
            return null;
        });
    }

    /** An owner whose beats are never answered is told of its loss all the same. */
    private CompletableFuture<Void> judgeOwnLeases() {
        store.owners().forEach(LocalOwner::isLost);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> beat() {
        return all(List.copyOf(store.owners()).stream().map(this::beat).toList());
    }

    private CompletableFuture<?> beat(LocalOwner owner) {
        if (owner.isLost()) {
            store.remove(owner);
            return store.engine().removeOwner(owner.id()).toCompletableFuture();
        }
        long sentAt = time.nanoTime();
        return store.engine()
                .beat(owner.id(), owner.lease().nextBeat())
                .thenAccept(known -> afterBeat(owner, sentAt, known))
                .toCompletableFuture();
    }

    private void afterBeat(LocalOwner owner, long sentAt, boolean known) {
        if (known) {
            owner.lease().proven(sentAt);
        } else {
            owner.lose();
            store.remove(owner);
        }
    }

    private CompletableFuture<Void> sweep() {
        SweepSlot sweep = new SweepSlot(store.watch().dead(), store.options().memoryRetention());
        return store.engine()
                .scan(new SlotScan.Sweepable(sweep), SWEEP_LIMIT)
                .thenCompose(
                        found -> all(found.stream().map(at -> sweep(at, sweep)).toList()))
                .thenCompose(swept -> forgetDead())
                .thenRun(store.pulse()::swept)
                .toCompletableFuture();
    }

    private CompletableFuture<?> sweep(SlotAddress at, SweepSlot sweep) {
        return store.engine()
                .apply(at, sweep)
                .thenCompose(reply -> {
                    Reply.Done<SweepAnswer> done = (Reply.Done<SweepAnswer>) reply;
                    SweepAnswer answer = done.answer();
                    if (answer.removed() == null) {
                        return CompletableFuture.<Void>completedFuture(null);
                    }
                    if (done.remarks().contains(Remark.EXPIRED)) {
                        store.listeners().expired(answer.removed(), answer.droppedKeys());
                    }
                    InstanceId removed = answer.removed();
                    return store.dropClaims(removed, answer.droppedKeys(), answer.claimEpoch())
                            .thenRun(() -> store.releaseNews().gaveUp(removed));
                })
                .toCompletableFuture();
    }

    /** A dead owner stays known until nothing refers to it, so that nobody has to find out about it again. */
    private CompletableFuture<Void> forgetDead() {
        return all(store.watch().dead().stream().map(this::forgetIfUnused).toList());
    }

    private CompletableFuture<?> forgetIfUnused(OwnerId owner) {
        return store.engine()
                .scan(new SlotScan.HeldBy(owner), 1)
                .thenCompose(held -> held.isEmpty() ? forget(owner) : CompletableFuture.<Void>completedFuture(null))
                .toCompletableFuture();
    }

    private CompletionStage<Void> forget(OwnerId owner) {
        return store.engine().removeOwner(owner).thenRun(() -> store.watch().forget(owner));
    }

    private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> tasks) {
        return CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new));
    }
}
