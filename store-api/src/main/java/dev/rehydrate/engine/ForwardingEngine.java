// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine that passes everything on to another one. A subclass overrides {@link #call} to count, delay or watch every
 * asynchronous call, or a single method to change what it does.
 */
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

    /**
     * Makes an asynchronous call of the other engine.
     *
     * @param call the call
     * @param <T> the type of the answer
     * @return the answer for the caller of this engine
     */
    protected <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        return call.get();
    }

    /**
     * Makes a {@linkplain #call call} that applies an operation to a slot or reads one.
     *
     * @param call the call
     * @param <T> the type of the answer
     * @return the answer for the caller of this engine
     */
    protected <T> CompletionStage<T> slotCall(Supplier<CompletionStage<T>> call) {
        return call(call);
    }

    /**
     * Makes a {@linkplain #call call} that looks at many slots.
     *
     * @param call the call
     * @param <T> the type of the answer
     * @return the answer for the caller of this engine
     */
    protected <T> CompletionStage<T> scanCall(Supplier<CompletionStage<T>> call) {
        return call(call);
    }

    /**
     * Makes a {@linkplain #call call} about owners.
     *
     * @param call the call
     * @param <T> the type of the answer
     * @return the answer for the caller of this engine
     */
    protected <T> CompletionStage<T> ownerCall(Supplier<CompletionStage<T>> call) {
        return call(call);
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        return slotCall(() -> engine.apply(at, operation));
    }

    @Override
    public CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
        return slotCall(() -> engine.readNearest(at, values));
    }

    @Override
    public CompletionStage<List<StoredRow>> storedRows(SlotAddress at) {
        return slotCall(() -> engine.storedRows(at));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return scanCall(() -> engine.scan(scan, limit));
    }

    @Override
    public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        return scanCall(() -> engine.walk(scan, after, limit));
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        return scanCall(() -> engine.partsToSweep(period));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
        return scanCall(() -> engine.scanPart(part, scan, limit));
    }

    @Override
    public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
        return scanCall(() -> engine.holdersIn(parts));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return scanCall(() -> engine.nextDue(hostType, after));
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        return scanCall(() -> engine.query(query));
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return ownerCall(() -> engine.addOwner(owner));
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return ownerCall(() -> engine.beat(owner, beat));
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return ownerCall(() -> engine.expireOwner(owner));
    }

    @Override
    public CompletionStage<Void> retireOwner(OwnerId owner) {
        return ownerCall(() -> engine.retireOwner(owner));
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return ownerCall(() -> engine.removeOwner(owner));
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return ownerCall(engine::owners);
    }

    @Override
    public CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long roster) {
        return ownerCall(() -> engine.watch(watched, roster));
    }

    @Override
    public boolean beatsAndWatches() {
        return engine.beatsAndWatches();
    }

    @Override
    public CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
        return ownerCall(() -> engine.beatAndWatch(beats, watched, roster));
    }

    @Override
    public CompletionStage<List<String>> healthIssues() {
        return call(engine::healthIssues);
    }

    @Override
    public CompletionStage<List<String>> outages() {
        return call(engine::outages);
    }

    @Override
    public Instant now() {
        return engine.now();
    }

    @Override
    public boolean callersMayLook() {
        return engine.callersMayLook();
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
    public void onDataLoss(Consumer<DataLoss> listener) {
        engine.onDataLoss(listener);
    }

    @Override
    public void onMerge(Function<SlotAddress, CompletionStage<Void>> listener) {
        engine.onMerge(listener);
    }

    @Override
    public void close() {
        engine.close();
    }
}
