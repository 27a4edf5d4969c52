// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.EngineFacts;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.format.AnnouncementFormat;
import dev.rehydrate.format.DamagedSlot;
import dev.rehydrate.format.OwnerFormat;
import dev.rehydrate.format.SlotFormat;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.format.engine.ByteStore.Entry;
import dev.rehydrate.format.engine.ByteStore.Space;
import dev.rehydrate.format.engine.Update.Step;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.PageCollector;
import dev.rehydrate.slot.scan.QueryEvaluation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An engine on a {@link ByteStore}. It reads a slot, lets the operation decide, and stores what the operation says if the slot
 * is still the one that it has read; if another writer was faster, it does the same again on what that writer has stored. Slots
 * and owners are stored in the formats of this module, so that every byte store can read what another one has written.
 *
 * <p>Lost races and writes of unknown outcome are tried again until a deadline, with pauses that grow up to 8 ms and are
 * scheduled by the time source. A failure says {@code NONE} only if no write of this operation can have taken effect.
 *
 * <p>Operations decide by the wall clock of this process; processes over the same data keep their clocks within what due times
 * and expiry may be wrong by. Leases do not depend on it.
 *
 * <p>Scans, queries and the search for due instances read every slot. A provider with many instances has an engine of its own
 * with indexes.
 */
public final class CompareAndSwapEngine implements StorageEngine {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ByteStore store;
    private final TimeSource time;
    private final Duration patience;
    private final AtomicInteger paused = new AtomicInteger();

    /**
     * Makes an engine that tries an operation again for five seconds.
     *
     * @param store where the bytes are; closed with this engine
     * @param time the clock by which operations decide, and the scheduler of pauses
     */
    public CompareAndSwapEngine(ByteStore store, TimeSource time) {
        this(store, time, PATIENCE);
    }

    /**
     * Makes an engine.
     *
     * @param store where the bytes are; closed with this engine
     * @param time the clock by which operations decide, and the scheduler of pauses
     * @param patience for how long an operation is tried again; shorter than the timeouts of commands
     */
    public CompareAndSwapEngine(ByteStore store, TimeSource time, Duration patience) {
        this.store = Objects.requireNonNull(store, "store");
        this.time = Objects.requireNonNull(time, "time");
        this.patience = Objects.requireNonNull(patience, "patience");
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        return update(Space.SLOTS, at, stored -> {
            Decision<A> decision = decided(at, stored, operation);
            Reply<A> reply = Reply.to(decision);
            return decision instanceof Decision.Write<A> write
                    ? Step.write(stored(write.next()), reply)
                    : Step.keep(reply);
        });
    }

    private <A> Decision<A> decided(SlotAddress at, byte @Nullable [] stored, SlotOperation<A> operation)
            throws WireFormatException {
        Slot slot;
        try {
            slot = stored == null ? Slot.EMPTY : StoredForm.read(stored, SlotFormat::read);
        } catch (WireFormatException unusable) {
            return DamagedSlot.decide(operation, unusable).orElseThrow(() -> unusable);
        }
        return operation.decide(at, slot, now());
    }

    private static byte @Nullable [] stored(Slot next) throws IOException {
        return next.isBlank() ? null : StoredForm.bytes(next, SlotFormat::write);
    }

    private <T> CompletionStage<T> update(Space space, SlotAddress at, Update.Change<T> change) {
        return new Update<>(store, space, at, change, new Backoff(time, patience, paused)).run();
    }

    @Override
    public CompletionStage<List<StoredRow>> storedRows(SlotAddress at) {
        return store.read(Space.SLOTS, at)
                .thenApply(found -> found.map(entry -> new StoredRow(
                                "slots",
                                Map.of("version", String.valueOf(entry.version())),
                                Map.of("bytes", entry.bytes())))
                        .map(List::of)
                        .orElse(List.of()));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        Instant now = now();
        List<SlotAddress> found = new ArrayList<>();
        return EntryWalk.over(store, Space.SLOTS, entry -> {
                    if (found.size() < limit && isFound(scan, entry, now)) {
                        found.add(entry.at());
                    }
                    return found.size() < limit;
                })
                .thenApply(walked -> found);
    }

    /**
     * What cannot be read is found by no scan; the operation on its slot says what is wrong with it. But what another release can
     * read may be held by any owner: if the record of that owner was removed, hosts of that release would not take it over. A
     * damaged entry can be read by no release.
     */
    private static boolean isFound(SlotScan scan, Entry entry, Instant now) {
        try {
            return scan.matches(head(entry), now);
        } catch (WireFormatException unusable) {
            return scan instanceof SlotScan.HeldBy && unusable.kind() != WireFormatException.Kind.DAMAGED;
        }
    }

    private static Slot bare(Entry entry) {
        try {
            return head(entry);
        } catch (WireFormatException unusable) {
            return Slot.EMPTY;
        }
    }

    private static Slot head(Entry entry) throws WireFormatException {
        return StoredForm.read(entry.bytes(), SlotFormat::readHeader).bare();
    }

    @Override
    public CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
        Set<OwnerId> holders = new HashSet<>();
        return EntryWalk.over(store, Space.SLOTS, entry -> {
                    InstanceRecord record = bare(entry).instance();
                    OwnerId holder = record == null ? null : record.header().holder();
                    if (holder != null) {
                        holders.add(holder);
                    }
                    return true;
                })
                .thenApply(walked -> holders);
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        AtomicReference<@Nullable Instant> next = new AtomicReference<>();
        return EntryWalk.over(store, Space.SLOTS, entry -> {
                    InstanceRecord record = bare(entry).instance();
                    Instant due =
                            record == null || !hostType.equals(record.header().hostType()) ? null : record.runnableAt();
                    Instant known = next.get();
                    if (due != null && due.isAfter(after) && (known == null || due.isBefore(known))) {
                        next.set(due);
                    }
                    return true;
                })
                .thenApply(walked -> Optional.ofNullable(next.get()));
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        PageCollector page = new QueryEvaluation(query, now()).collector();
        UnreadableEntries unreadable = new UnreadableEntries();
        return EntryWalk.over(store, Space.SLOTS, entry -> {
                    InstanceRecord record = whole(entry, unreadable);
                    if (record != null) {
                        page.add(record);
                    }
                    return true;
                })
                .thenApply(walked -> page.page())
                .thenApply(found -> new RecordPage(found.records(), found.total(), unreadable.gap()));
    }

    private static @Nullable InstanceRecord whole(Entry entry, UnreadableEntries unreadable) {
        try {
            return StoredForm.read(entry.bytes(), SlotFormat::read).instance();
        } catch (WireFormatException unusable) {
            unreadable.add(entry.at());
            return null;
        }
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return changeOwner(owner.id(), known -> owner).thenAccept(before -> {});
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return changeOwner(owner, known -> known == null || known.isExpired() ? known : known.withBeat(beat))
                .thenApply(before -> before.filter(known -> !known.isExpired()).isPresent());
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return changeOwner(owner, known -> known == null ? null : known.asExpired())
                .thenAccept(before -> {});
    }

    @Override
    public CompletionStage<Void> retireOwner(OwnerId owner) {
        return changeOwner(owner, known -> known == null || known.isExpired() ? known : known.asRetired())
                .thenAccept(before -> {});
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return changeOwner(owner, known -> null).thenAccept(before -> {});
    }

    /** Answers what was stored before. */
    private CompletionStage<Optional<OwnerRecord>> changeOwner(
            OwnerId id, UnaryOperator<@Nullable OwnerRecord> change) {
        return update(Space.OWNERS, new SlotAddress(id.high(), id.low()), stored -> {
            OwnerRecord known = stored == null ? null : StoredForm.read(stored, OwnerFormat::read);
            OwnerRecord next = change.apply(known);
            Optional<OwnerRecord> before = Optional.ofNullable(known);
            if (Objects.equals(known, next)) {
                return Step.keep(before);
            }
            return Step.write(next == null ? null : StoredForm.bytes(next, OwnerFormat::write), before);
        });
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        Map<OwnerId, OwnerRecord> owners = new HashMap<>();
        return EntryWalk.over(store, Space.OWNERS, entry -> {
                    OwnerRecord owner = owner(entry);
                    owners.put(owner.id(), owner);
                    return true;
                })
                .thenApply(walked -> owners);
    }

    /** An owner that is left out counts as dead, so one that cannot be read is a failure. */
    private static OwnerRecord owner(Entry entry) {
        try {
            return StoredForm.read(entry.bytes(), OwnerFormat::read);
        } catch (WireFormatException unusable) {
            throw Stages.unusable(entry.at(), unusable);
        }
    }

    @Override
    public void announce(Announcement news) {
        try {
            store.announce(StoredForm.bytes(news, AnnouncementFormat::write));
        } catch (IOException notInMemory) {
            throw new UncheckedIOException(notInMemory);
        }
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {
        store.onAnnouncement(message -> {
            Announcement news;
            try {
                news = StoredForm.read(message, AnnouncementFormat::read);
            } catch (WireFormatException ofAnotherVersion) {
                return; // An announcement is a hint, and may be lost.
            }
            listener.accept(news);
        });
    }

    @Override
    public Instant now() {
        return time.instant();
    }

    @Override
    public Executor callbackExecutor() {
        return store.callbackExecutor();
    }

    @Override
    public EngineFacts facts() {
        return store.facts();
    }

    @Override
    public int pausedCalls() {
        return paused.get();
    }

    @Override
    public void close() {
        store.close();
    }
}
