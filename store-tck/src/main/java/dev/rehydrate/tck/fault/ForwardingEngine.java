// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.fault;

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
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** An engine that passes everything on to another one; a subclass changes what it wants to see or to spoil. */
public abstract class ForwardingEngine implements StorageEngine {

    private final StorageEngine engine;

    /**
     * Stands before an engine.
     *
     * @param engine the other engine
     */
    protected ForwardingEngine(StorageEngine engine) {
        this.engine = Objects.requireNonNull(engine, "engine");
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        return engine.apply(at, operation);
    }

    @Override
    public CompletionStage<Slot> readNearest(SlotAddress at) {
        return engine.readNearest(at);
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return engine.scan(scan, limit);
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        return engine.partsToSweep(period);
    }

    @Override
    public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
        return engine.scanPart(part, scan, limit);
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return engine.nextDue(hostType, after);
    }

    @Override
    public CompletionStage<InstancePage> query(InstanceQuery query) {
        return engine.query(query);
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return engine.addOwner(owner);
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return engine.beat(owner, beat);
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return engine.expireOwner(owner);
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return engine.removeOwner(owner);
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return engine.owners();
    }

    @Override
    public Instant now() {
        return engine.now();
    }

    @Override
    public Executor callbackExecutor() {
        return engine.callbackExecutor();
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
    public int pausedCalls() {
        return engine.pausedCalls();
    }

    @Override
    public CompletionStage<List<String>> healthIssues() {
        return engine.healthIssues();
    }

    @Override
    public CompletionStage<List<String>> outages() {
        return engine.outages();
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
