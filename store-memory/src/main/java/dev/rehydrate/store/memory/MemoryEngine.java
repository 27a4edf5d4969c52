// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.QueryEvaluation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Slots in a concurrent map, whose {@code compute} is the atomic step. Every stage it returns is complete. */
final class MemoryEngine implements StorageEngine {

    private final MemoryData data;
    private final InstantSource clock;
    private @Nullable Consumer<Announcement> listener;

    MemoryEngine(MemoryData data, InstantSource clock) {
        this.data = data;
        this.clock = clock;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        Outcome<A> outcome = new Outcome<>();
        data.slots().compute(at, (address, stored) -> {
            Slot slot = stored == null ? Slot.EMPTY : stored;
            Decision<A> decision = operation.decide(address, slot, clock.instant());
            outcome.decision = decision;
            return decision instanceof Decision.Write<A> write ? written(address, slot, write.next()) : stored;
        });
        return CompletableFuture.completedFuture(Reply.to(Objects.requireNonNull(outcome.decision)));
    }

    private @Nullable Slot written(SlotAddress at, Slot before, Slot after) {
        data.due().update(at, before, after);
        return after.isBlank() ? null : after;
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        Instant now = clock.instant();
        Stream<SlotAddress> candidates = scan.dueOfHostType() == null
                ? data.slots().keySet().stream()
                : data.due().inOrder();
        List<SlotAddress> found =
                candidates.filter(at -> matches(scan, at, now)).limit(limit).toList();
        return CompletableFuture.completedFuture(found);
    }

    @Override
    public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        Instant now = clock.instant();
        Stream<ScanPosition> due = after != null && after.orphaned()
                ? Stream.empty()
                : data.due().behind(after).filter(each -> matches(scan, each.at(), now));
        List<ScanPosition> found =
                Stream.concat(due, orphaned(scan, after, now)).limit(limit + 1L).toList();
        return CompletableFuture.completedFuture(ScanPage.of(found, limit));
    }

    private Stream<ScanPosition> orphaned(SlotScan.ToRun scan, @Nullable ScanPosition after, Instant now) {
        if (scan.expiredOwners().isEmpty()) {
            return Stream.empty();
        }
        return data.slots().keySet().stream()
                .filter(at -> after == null || !after.orphaned() || at.compareTo(after.at()) > 0)
                .filter(at -> isHeld(at) && matches(scan, at, now))
                .sorted()
                .map(ScanPosition::orphaned);
    }

    private boolean isHeld(SlotAddress at) {
        InstanceRecord record = data.slots().getOrDefault(at, Slot.EMPTY).instance();
        return record != null && record.header().holder() != null;
    }

    private boolean matches(SlotScan scan, SlotAddress at, Instant now) {
        return scan.matches(data.slots().getOrDefault(at, Slot.EMPTY), now);
    }

    @Override
    public CompletionStage<List<Integer>> partsToSweep(Duration period) {
        boolean mine = data.sweepTurn().take(this, period, clock.instant());
        return CompletableFuture.completedFuture(mine ? List.of(0) : List.of());
    }

    @Override
    public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
        return CompletableFuture.completedFuture(data.slots().values().stream()
                .map(Slot::instance)
                .filter(Objects::nonNull)
                .map(record -> record.header().holder())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet()));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        Optional<Instant> next = data.due()
                .later(after)
                .map(at -> data.slots().getOrDefault(at, Slot.EMPTY).instance())
                .filter(Objects::nonNull)
                .map(InstanceRecord::header)
                .filter(header -> hostType.equals(header.hostType()) && header.dueAt() != null)
                .map(header -> Objects.requireNonNull(header.dueAt()))
                .findFirst();
        return CompletableFuture.completedFuture(next);
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        Stream<InstanceRecord> records =
                data.slots().values().stream().map(Slot::instance).filter(Objects::nonNull);
        return CompletableFuture.completedFuture(new QueryEvaluation(query, clock.instant()).page(records));
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        data.owners().put(owner.id(), owner);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        OwnerRecord known = data.owners()
                .computeIfPresent(owner, (id, record) -> record.isExpired() ? record : record.withBeat(beat));
        return CompletableFuture.completedFuture(known != null && !known.isExpired());
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        data.owners().computeIfPresent(owner, (id, record) -> record.asExpired());
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> retireOwner(OwnerId owner) {
        data.owners().computeIfPresent(owner, (id, record) -> record.isExpired() ? record : record.asRetired());
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        data.owners().remove(owner);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return CompletableFuture.completedFuture(Map.copyOf(data.owners()));
    }

    @Override
    public boolean beatsAndWatches() {
        return true;
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public void announce(Announcement news) {
        data.listeners().forEach(each -> each.accept(news));
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> newListener) {
        listener = newListener;
        data.listeners().add(newListener);
    }

    @Override
    public void close() {
        data.sweepTurn().release(this);
        if (listener != null) {
            data.listeners().remove(listener);
        }
    }

    /** Carries the decision out of the map's computation. */
    private static final class Outcome<A> {
        private @Nullable Decision<A> decision;
    }
}
