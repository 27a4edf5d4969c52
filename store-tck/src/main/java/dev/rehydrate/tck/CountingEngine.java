// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotOperation;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.tck.fault.ForwardingEngine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Counts the calls that an engine has not answered yet, so that a test can wait for the last answer. */
final class CountingEngine extends ForwardingEngine {

    private final AtomicInteger underWay;
    private final AtomicInteger listeners;

    /**
     * Counts the calls of an engine.
     *
     * @param engine the engine
     * @param underWay the calls without answer, of all engines of a farm
     * @param listeners how many of these engines receive announcements
     */
    CountingEngine(StorageEngine engine, AtomicInteger underWay, AtomicInteger listeners) {
        super(engine);
        this.underWay = underWay;
        this.listeners = listeners;
    }

    private <T> CompletionStage<T> counted(CompletionStage<T> stage) {
        underWay.incrementAndGet();
        CompletableFuture<T> passedOn = new CompletableFuture<>();
        var unused = stage.whenComplete((answer, failure) -> {
            // Runs what is attached to the answer, which may send more, before this one counts as ended.
            if (failure == null) {
                passedOn.complete(answer);
            } else {
                passedOn.completeExceptionally(failure);
            }
            underWay.decrementAndGet();
        });
        return passedOn;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        return counted(super.apply(at, operation));
    }

    @Override
    public CompletionStage<Slot> readNearest(SlotAddress at) {
        return counted(super.readNearest(at));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return counted(super.scan(scan, limit));
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        return counted(super.partsToSweep(period));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
        return counted(super.scanPart(part, scan, limit));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return counted(super.nextDue(hostType, after));
    }

    @Override
    public CompletionStage<InstancePage> query(InstanceQuery query) {
        return counted(super.query(query));
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return counted(super.addOwner(owner));
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return counted(super.beat(owner, beat));
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return counted(super.expireOwner(owner));
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return counted(super.removeOwner(owner));
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return counted(super.owners());
    }

    /** An answer is under way until the callback that waits for it has run. */
    @Override
    public Executor callbackExecutor() {
        Executor executor = super.callbackExecutor();
        return task -> {
            underWay.incrementAndGet();
            executor.execute(() -> {
                try {
                    task.run();
                } finally {
                    underWay.decrementAndGet();
                }
            });
        };
    }

    /** An announcement is under way until every listener has received it. */
    @Override
    public void announce(Announcement news) {
        underWay.addAndGet(listeners.get());
        super.announce(news);
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {
        listeners.incrementAndGet();
        super.onAnnouncement(news -> {
            listener.accept(news);
            underWay.decrementAndGet();
        });
    }

    @Override
    public void close() {
        listeners.decrementAndGet();
        super.close();
    }
}
