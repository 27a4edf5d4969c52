// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.QueryEvaluation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The smallest engine that keeps all promises, with places at which a subclass can break one. */
public class HeapEngine implements StorageEngine {

    /** What the engines of one farm share. */
    public static final class Data {
        public final Map<SlotAddress, Slot> slots = new ConcurrentHashMap<>();
        final Map<SlotAddress, Slot> previous = new ConcurrentHashMap<>();
        final Map<OwnerId, OwnerRecord> owners = new ConcurrentHashMap<>();
        final List<Consumer<Announcement>> listeners = new CopyOnWriteArrayList<>();

        /** Begins without anything stored. */
        public Data() {}
    }

    private final Data data;
    private final InstantSource clock;

    public HeapEngine(Data data, InstantSource clock) {
        this.data = data;
        this.clock = clock;
    }

    Data data() {
        return data;
    }

    /** What is decided in place of an operation. */
    SlotOperation<?> instead(SlotOperation<?> operation, Slot stored) {
        return operation;
    }

    /** What an operation is shown of what is stored. */
    Slot shown(SlotAddress at, SlotOperation<?> operation, Slot stored, Instant now) {
        return stored;
    }

    /** What is stored of what was decided. */
    Slot kept(SlotAddress at, SlotOperation<?> operation, Slot stored, Slot next) {
        return next;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        synchronized (data) {
            return CompletableFuture.completedFuture(Reply.to(decide(at, operation)));
        }
    }

    <A> Decision<A> decide(SlotAddress at, SlotOperation<A> operation) {
        Slot stored = data.slots.getOrDefault(at, Slot.EMPTY);
        Instant now = clock.instant();
        @SuppressWarnings("unchecked")
        SlotOperation<A> done = (SlotOperation<A>) instead(operation, stored);
        Decision<A> decision = done.decide(at, shown(at, operation, stored, now), now);
        if (decision instanceof Decision.Write<A> write) {
            store(at, kept(at, operation, stored, write.next()));
        }
        return decision;
    }

    void store(SlotAddress at, Slot slot) {
        if (slot.isBlank()) {
            data.slots.remove(at);
        } else {
            data.slots.put(at, slot);
        }
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        Instant now = clock.instant();
        return CompletableFuture.completedFuture(data.slots.entrySet().stream()
                .filter(slot -> scan.matches(slot.getValue(), now))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList());
    }

    @Override
    public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
        return CompletableFuture.completedFuture(records()
                .map(record -> record.header().holder())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet()));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return CompletableFuture.completedFuture(records()
                .filter(record -> hostType.equals(record.header().hostType()))
                .map(InstanceRecord::header)
                .filter(header -> header.holder() == null && header.suspension() == null)
                .map(InstanceHeader::dueAt)
                .filter(due -> due != null && due.isAfter(after))
                .min(Instant::compareTo));
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        return CompletableFuture.completedFuture(new QueryEvaluation(query, clock.instant()).page(records()));
    }

    /** What queries look through. */
    Stream<InstanceRecord> records() {
        return data.slots.values().stream().map(Slot::instance).filter(Objects::nonNull);
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        data.owners.put(owner.id(), owner);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        OwnerRecord known = data.owners.computeIfPresent(
                owner, (id, record) -> record.isExpired() ? record : record.withBeat(beat));
        return CompletableFuture.completedFuture(known != null && !known.isExpired());
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        data.owners.computeIfPresent(owner, (id, record) -> record.asExpired());
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> retireOwner(OwnerId owner) {
        data.owners.computeIfPresent(owner, (id, record) -> record.isExpired() ? record : record.asRetired());
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        data.owners.remove(owner);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return CompletableFuture.completedFuture(Map.copyOf(data.owners));
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public void announce(Announcement news) {
        data.listeners.forEach(listener -> listener.accept(news));
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {
        data.listeners.add(listener);
    }

    @Override
    public void close() {
        // The data stays for the other engines.
    }
}
