// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.heap;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How full the heap of a member is with data that stay: what is used after a garbage collection, and what was added since
 * (decision record 70). What is used at any one moment says nothing, for most of it is garbage.
 *
 * <p>There are two figures that the data cannot exceed. After a collection of the young objects the heap holds old garbage
 * besides; after a collection of the whole heap it does not, but that is longer ago. The smaller figure counts.
 *
 * <p>What new data have replaced is garbage at once, and is taken off what was added since the last collection of any kind: a
 * megabyte that is saved a thousand times between two collections is a megabyte. It is not taken off what was added since the last
 * collection of the whole heap, which may be hours ago: what is not counted there, such as the data of partitions that have moved here or what
 * the application keeps, would stay hidden behind it.
 */
public final class HeapGauge {

    /** As a limit in percent: no heap reaches it, nor the lower ones that are computed from it. */
    static final int NEVER = 1_000;

    /** A heap that is full is full for a while: without a margin the verdict would change with every collection. */
    private static final int MARGIN = 3;

    private static final int HUNDRED = 100;

    /** So much possible garbage, in percent, is worth a collection, which the collector would make a little later anyway. */
    private static final int WORTH_A_COLLECTION = 10;

    private static final Duration ANYHOW = Duration.ofMinutes(1);

    private final long capacity;
    private final int limit;
    private final LongSupplier nanoTime;
    private final AtomicLong netSinceAny = new AtomicLong();
    private final AtomicLong addedSinceWhole = new AtomicLong();
    private volatile long afterAny;
    private volatile long afterWhole;
    private volatile long wholeAt;
    private volatile boolean exact;
    private volatile boolean full;

    /**
     * Begins with an empty heap.
     *
     * @param capacity how many bytes of data that stay there is room for
     * @param limit from how many percent on the heap is full
     * @param nanoTime the monotonic clock
     */
    public HeapGauge(long capacity, int limit, LongSupplier nanoTime) {
        this.capacity = capacity;
        this.limit = limit;
        this.nanoTime = nanoTime;
        this.wholeAt = nanoTime.getAsLong();
    }

    /** A collection has ended. */
    public synchronized void collected(long used, boolean whole) {
        netSinceAny.set(0);
        afterAny = used;
        if (whole) {
            addedSinceWhole.set(0);
            afterWhole = used;
            wholeAt = nanoTime.getAsLong();
        }
        exact = whole;
    }

    /**
     * Data were added that stay.
     *
     * @param bytes how much is there that was not there before
     * @param replaced how much of what was there before has given way to it
     */
    public void added(long bytes, long replaced) {
        netSinceAny.addAndGet(bytes - replaced);
        addedSinceWhole.addAndGet(bytes);
    }

    private long used() {
        // No less than was found: a change that the collection has already seen may be told only now.
        long bound = afterAny + Math.max(0, netSinceAny.get());
        return afterWhole == 0 ? bound : Math.min(bound, afterWhole + addedSinceWhole.get());
    }

    /** How full the heap is, in percent of what there is room for. */
    public int percent() {
        return (int) Math.min(HUNDRED, used() * HUNDRED / capacity);
    }

    long capacity() {
        return capacity;
    }

    /** From how many percent on nothing new is taken. */
    int limit() {
        return limit;
    }

    /** From how many percent on no payload is taken either: half of what is left above the limit is for what is under way. */
    int payloadLimit() {
        return limit + (HUNDRED - limit) / 2;
    }

    /** Below how many percent a heap that was full takes what is new again. */
    int againBelow() {
        return limit - MARGIN;
    }

    /** Whether nothing new is taken at so many percent. */
    public boolean isFull(int percent) {
        if (percent >= limit) {
            full = true;
        } else if (percent < againBelow()) {
            full = false;
        }
        return full;
    }

    /** Whether no payload is taken either at so many percent. */
    public boolean isFullForPayload(int percent) {
        return percent >= payloadLimit();
    }

    /** Whether the limit is near at so many percent: within a tenth of it. */
    public boolean isNearlyFull(int percent) {
        return percent * HUNDRED >= limit * (HUNDRED - WORTH_A_COLLECTION);
    }

    /**
     * Whether a collection of the whole heap should be asked for, because the member refuses work and it is possible that it
     * does so for garbage.
     */
    public boolean wantsCollection() {
        if (exact || !isFull(percent())) {
            return false;
        }
        long doubtful = afterAny - afterWhole;
        return doubtful * HUNDRED >= capacity * WORTH_A_COLLECTION
                || nanoTime.getAsLong() - wholeAt >= ANYHOW.toNanos();
    }

    /** A collection was asked for. If the machine makes none, it is not asked for again and again. */
    public void asked() {
        exact = true;
        wholeAt = nanoTime.getAsLong();
    }
}
