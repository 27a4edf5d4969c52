// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.SharedCache;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slots as they were committed or read last, so that a save need not read first. One may be old: then its guard fails and the
 * row is read. Those that are young enough also answer free loads, as near copies (ADR 145). What was not used for longest goes
 * first when there is no more room.
 *
 * <p>What is learned is offered to a cache that other processes share, and what that has is used if it cannot be older than
 * something that was learned here (ADR 149). Safe for use by many threads.
 */
public final class SlotCache {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");
    private static final int OVERHEAD = 1024;
    private static final int OF_COMMAND = 96;
    private static final int OF_KEY = 96;
    private static final int SHARES = 1 << 12;

    /** Before anything that can be learned, and not so far away that the difference would overflow. */
    private static final long LONG_AGO = Long.MAX_VALUE / 2;

    private final long capacity;
    private final long nearAge;
    private final SharedCache.@Nullable Region shared;
    private final TimeSource time;
    private final Map<SlotAddress, Known> slots = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * By shares of the addresses, when something was learned last that is not kept here. An answer that was asked for before, and
     * comes after, may be older than that.
     */
    private final long[] learnedAt = new long[SHARES];

    private long used;

    /**
     * A slot that was committed or read.
     *
     * @param askedAt when the database was asked, on the monotonic clock
     * @param learnedAt when it had answered
     * @param isLatest whether nothing later had been learned of it and forgotten again
     * @param bytes how much room it takes, roughly
     */
    private record Known(StoredSlot stored, long askedAt, long learnedAt, boolean isLatest, long bytes) {

        /** Its room is counted once: a slot may have thousands of keys. */
        Known(StoredSlot stored, long askedAt, long learnedAt, boolean isLatest) {
            this(stored, askedAt, learnedAt, isLatest, room(stored.slot()));
        }

        boolean isAfter(StoredSlot other, long otherAskedAt) {
            return stored.version() == other.version()
                    ? askedAt - otherAskedAt >= 0
                    : stored.version() > other.version();
        }
    }

    /**
     * Makes an empty cache.
     *
     * @param capacity how many bytes its slots may have together, roughly; 0 for a cache that keeps nothing
     * @param nearAge for how long a slot answers free loads; zero for not at all
     * @param shared what other processes know, or null if they say nothing
     * @param time the time by which it does
     */
    public SlotCache(long capacity, Duration nearAge, SharedCache.@Nullable Region shared, TimeSource time) {
        this.capacity = capacity;
        this.nearAge = nearAge.toNanos();
        this.shared = shared;
        this.time = time;
        Arrays.fill(learnedAt, time.nanoTime() - LONG_AGO);
    }

    synchronized @Nullable StoredSlot get(SlotAddress at) {
        Known known = slots.get(at);
        return known == null ? null : known.stored();
    }

    /** A slot that is young enough for a free load. That there is nothing is said by the database only. */
    @Nullable
    Slot near(SlotAddress at) {
        if (nearAge == 0) {
            return null;
        }
        Known known;
        synchronized (this) {
            known = slots.get(at);
        }
        if (known == null || !known.isLatest() || time.nanoTime() - known.askedAt() >= nearAge) {
            return null;
        }
        Slot slot = known.stored().slot();
        return isEmpty(slot) ? null : slot;
    }

    /**
     * Looks for a slot that another process has learned, and that a free load may be answered from. That there is nothing is said by
     * the database only.
     *
     * @return the slot, or nothing if the row has to be read
     */
    CompletionStage<Optional<Slot>> findShared(SlotAddress at) {
        if (shared == null) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        long begun = time.nanoTime();
        try {
            return shared.find(at)
                    .thenApply(found -> found.flatMap(
                            entry -> accept(at, entry, begun - entry.age().toNanos())))
                    .exceptionally(failure -> nothing(at, failure));
        } catch (RuntimeException | Error failure) {
            return CompletableFuture.completedFuture(nothing(at, failure));
        }
    }

    private static Optional<Slot> nothing(SlotAddress at, Throwable failure) {
        LOG.debug("the cache of other processes has failed: slot={}", at, failure);
        return Optional.empty();
    }

    private Optional<Slot> accept(SlotAddress at, SharedCache.Entry entry, long askedAt) {
        Slot slot = entry.slot();
        if (slot == null || isEmpty(slot)) {
            return Optional.empty();
        }
        synchronized (this) {
            Known known = slots.get(at);
            if (!isNotBehind(at, known, entry.version(), askedAt)) {
                return Optional.empty();
            }
            StoredSlot stored = StoredSlot.of(slot, entry.version());
            if (known == null || !known.isAfter(stored, askedAt)) {
                keep(at, new Known(stored, askedAt, time.nanoTime(), true), known);
            }
        }
        return Optional.of(slot);
    }

    /** Whether nothing later was learned here than a version that another process has asked the database for. */
    private boolean isNotBehind(SlotAddress at, @Nullable Known known, long version, long askedAt) {
        if (known != null && known.stored().version() > version) {
            return false;
        }
        return (known != null && known.isLatest())
                || askedAt - SharedCache.CLOCKS_DIFFER.toNanos() - learnedAt[share(at)] > 0;
    }

    private static boolean isEmpty(Slot slot) {
        return slot.instance() == null && slot.claim() == null;
    }

    /**
     * Keeps a slot, unless a later version of it is there.
     *
     * @param askedAt when the database was asked to write or to read it, on the monotonic clock
     */
    void put(SlotAddress at, StoredSlot stored, long askedAt) {
        long now = time.nanoTime();
        synchronized (this) {
            Known known = slots.get(at);
            if (known != null && known.isAfter(stored, askedAt)) {
                return;
            }
            keep(at, new Known(stored, askedAt, now, askedAt - learnedAt[share(at)] > 0), known);
        }
        offer(
                at,
                () -> new SharedCache.Entry(
                        stored.version(), stored.slot(), Duration.ofNanos(time.nanoTime() - askedAt)));
    }

    /** The row is written or read already: whatever becomes of the cache, its caller gets an answer. */
    private void offer(SlotAddress at, Supplier<SharedCache.Entry> entry) {
        if (shared == null) {
            return;
        }
        try {
            shared.offer(at, entry);
        } catch (RuntimeException | Error failure) {
            LOG.debug("the cache of other processes has failed, and does not learn of slot={}", at, failure);
        }
    }

    private void keep(SlotAddress at, Known next, @Nullable Known before) {
        if (next.bytes() > capacity) {
            remove(at);
            return;
        }
        used += next.bytes() - (before == null ? 0 : before.bytes());
        slots.put(at, next);
        Iterator<Map.Entry<SlotAddress, Known>> oldest = slots.entrySet().iterator();
        while (used > capacity) {
            Map.Entry<SlotAddress, Known> evicted = oldest.next();
            used -= evicted.getValue().bytes();
            forgotten(evicted.getKey(), evicted.getValue().learnedAt());
            oldest.remove();
        }
    }

    /** Nothing that was asked for before this is used by a free load. */
    private void forgotten(SlotAddress at, long learned) {
        int share = share(at);
        learnedAt[share] = learned - learnedAt[share] > 0 ? learned : learnedAt[share];
    }

    /** Says that a version was seen of which not all is known, or no row: what is older is no copy any more. */
    synchronized void seen(SlotAddress at, long version) {
        Known known = slots.get(at);
        if (known == null || version == StoredSlot.ABSENT || known.stored().version() < version) {
            remove(at);
        }
    }

    synchronized void remove(SlotAddress at) {
        Known known = slots.remove(at);
        used -= known == null ? 0 : known.bytes();
        forgotten(at, time.nanoTime());
    }

    /**
     * Forgets a slot because a version of its row is known to be over.
     *
     * @param version that version; {@link StoredSlot#ABSENT} if there was no row
     */
    void end(SlotAddress at, long version) {
        remove(at);
        if (version != StoredSlot.ABSENT) {
            offer(at, () -> new SharedCache.Entry(version, null, Duration.ZERO));
        }
    }

    private static int share(SlotAddress at) {
        return at.hashCode() & (SHARES - 1);
    }

    private static long room(Slot slot) {
        InstanceRecord record = slot.instance();
        long bytes = OVERHEAD;
        for (var origin : slot.recent().origins()) {
            bytes += (long) OF_COMMAND * (1 + origin.recent().size());
        }
        if (record == null) {
            return bytes;
        }
        for (KeyEntry key : record.keys().values()) {
            bytes += OF_KEY + Payload.of(key.metadata());
        }
        return bytes + Payload.of(record.data()) + Payload.of(record.metadata());
    }
}
