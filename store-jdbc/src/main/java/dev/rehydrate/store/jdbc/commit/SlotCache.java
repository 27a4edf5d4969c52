// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Slots as they were committed or read last, so that a save need not read first. One may be old: then its guard fails and the
 * row is read. Those that are young enough also answer free loads, as near copies (ADR 145). What was not used for longest goes
 * first when there is no more room. Safe for use by many threads.
 */
public final class SlotCache {

    private static final int OVERHEAD = 1024;
    private static final int OF_COMMAND = 96;
    private static final int SHARES = 1 << 12;

    private final long capacity;
    private final long nearAge;
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
     * @param isLatest whether nothing later had been learned of it and forgotten again
     */
    private record Known(StoredSlot stored, long askedAt, boolean isLatest) {

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
     * @param time the time by which it does
     */
    public SlotCache(long capacity, Duration nearAge, TimeSource time) {
        this.capacity = capacity;
        this.nearAge = nearAge.toNanos();
        this.time = time;
        Arrays.fill(learnedAt, time.nanoTime() - 1);
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
        return slot.instance() == null && slot.claim() == null ? null : slot;
    }

    /**
     * Keeps a slot, unless a later version of it is there.
     *
     * @param askedAt when the database was asked to write or to read it, on the monotonic clock
     */
    void put(SlotAddress at, StoredSlot stored, long askedAt) {
        long bytes = bytes(stored.slot());
        synchronized (this) {
            Known known = slots.get(at);
            if (known != null && known.isAfter(stored, askedAt)) {
                return;
            }
            if (bytes > capacity) {
                remove(at);
                return;
            }
            used += bytes - (known == null ? 0 : bytes(known.stored().slot()));
            slots.put(at, new Known(stored, askedAt, askedAt - learnedAt[share(at)] > 0));
            Iterator<Map.Entry<SlotAddress, Known>> oldest = slots.entrySet().iterator();
            while (used > capacity) {
                Map.Entry<SlotAddress, Known> evicted = oldest.next();
                used -= bytes(evicted.getValue().stored().slot());
                learnedAt[share(evicted.getKey())] = time.nanoTime();
                oldest.remove();
            }
        }
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
        used -= known == null ? 0 : bytes(known.stored().slot());
        learnedAt[share(at)] = time.nanoTime();
    }

    private static int share(SlotAddress at) {
        return at.hashCode() & (SHARES - 1);
    }

    private static long bytes(Slot slot) {
        InstanceRecord record = slot.instance();
        long bytes = OVERHEAD;
        for (var origin : slot.recent().origins()) {
            bytes += (long) OF_COMMAND * (1 + origin.recent().size());
        }
        return record == null ? bytes : bytes + Payload.of(record.data()) + Payload.of(record.metadata());
    }
}
