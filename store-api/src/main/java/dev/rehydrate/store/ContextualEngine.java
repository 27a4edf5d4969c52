// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.DataLoss;
import dev.rehydrate.engine.EngineFacts;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotOperation;
import dev.rehydrate.slot.SlotScan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** An engine whose answers arrive in the log context in which they were asked for, in whatever thread that is. */
final class ContextualEngine implements StorageEngine {

    private final StorageEngine engine;

    ContextualEngine(StorageEngine engine) {
        this.engine = engine;
    }

    /** What is attached to the stage runs while it is completed, and so in the context. */
    private static <T> CompletionStage<T> keeping(CompletionStage<T> asked) {
        LogContext context = LogContext.current();
        if (context.isEmpty()) {
            return asked;
        }
        CompletableFuture<T> kept = new CompletableFuture<>();
        var unused = asked.whenComplete((answer, failure) -> context.during(() -> {
            if (failure == null) {
                kept.complete(answer);
            } else {
                kept.completeExceptionally(failure);
            }
        }));
        return kept;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        return keeping(engine.apply(at, operation));
    }

    @Override
    public CompletionStage<Slot> readNearest(SlotAddress at) {
        return keeping(engine.readNearest(at));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return keeping(engine.scan(scan, limit));
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        return keeping(engine.partsToSweep(period));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
        return keeping(engine.scanPart(part, scan, limit));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return keeping(engine.nextDue(hostType, after));
    }

    @Override
    public CompletionStage<InstancePage> query(InstanceQuery query) {
        return keeping(engine.query(query));
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return keeping(engine.addOwner(owner));
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return keeping(engine.beat(owner, beat));
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return keeping(engine.expireOwner(owner));
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return keeping(engine.removeOwner(owner));
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return keeping(engine.owners());
    }

    @Override
    public Instant now() {
        return engine.now();
    }

    @Override
    public Executor callbackExecutor() {
        Executor executor = engine.callbackExecutor();
        return task -> {
            LogContext context = LogContext.current();
            executor.execute(() -> context.during(task));
        };
    }

    @Override
    public void announce(Announcement news) {
        engine.announce(news);
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {
        engine.onAnnouncement(listener);
    }

    @Override
    public Optional<Placement> placementOf(SlotAddress at) {
        return engine.placementOf(at);
    }

    @Override
    public EngineFacts facts() {
        return engine.facts();
    }

    @Override
    public CompletionStage<List<String>> healthIssues() {
        return keeping(engine.healthIssues());
    }

    @Override
    public CompletionStage<List<String>> outages() {
        return keeping(engine.outages());
    }

    @Override
    public void onDataLoss(Consumer<DataLoss> listener) {
        engine.onDataLoss(listener);
    }

    @Override
    public void close() {
        engine.close();
    }
}
