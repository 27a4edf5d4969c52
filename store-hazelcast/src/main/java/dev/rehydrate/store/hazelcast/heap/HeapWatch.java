// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.heap;

import dev.rehydrate.slot.Growth;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this member, or one that keeps copies for it, is too full to take more data. Full members say so again and again;
 * what they have not said for a while does not count any more.
 */
public final class HeapWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration LOOKS = Duration.ofSeconds(1);
    private static final int LOOKS_PER_NEWS = 5;
    private static final Duration COUNTS = Duration.ofSeconds(15);
    private static final long MIB = 1 << 20;

    private final String name;
    private final HeapSource heap;
    private final HeapGauge gauge;
    private final TimeSource time;
    private final Map<UUID, FullMember> others = new ConcurrentHashMap<>();
    private Consumer<FullMember> teller = news -> {};
    private TimeSource.@Nullable Cancellable next;
    private boolean nearlyTold;
    private boolean fullTold;
    private int looks;
    private volatile boolean planned = true;
    private volatile boolean closed;

    /**
     * What a full member says.
     *
     * @param forPayload whether it takes no payload either
     * @param why for people
     * @param saidAt when it was heard here, by the monotonic clock
     */
    record FullMember(boolean forPayload, String why, long saidAt) {}

    public HeapWatch(String name, HeapSource heap, int limit, TimeSource time) {
        this.name = name;
        this.heap = heap;
        this.time = time;
        this.gauge = new HeapGauge(heap.capacity(), limit, time::nanoTime);
    }

    /** Begins to look; tells other members by the teller, which may be called in any thread. */
    void start(Consumer<FullMember> toOthers) {
        teller = toOthers;
        heap.onCollection(gauge::collected);
        plan();
    }

    private synchronized void plan() {
        if (!closed) {
            try {
                next = time.schedule(LOOKS, this::look);
                planned = true;
            } catch (RuntimeException | Error failure) {
                boolean first = planned;
                planned = false;
                // Each command tries it again, in a thread of partitions: what is said for each would fill the log.
                if (first) {
                    LOG.warn("member {} looks at its heap later: {}", name, String.valueOf(failure));
                }
            }
        }
    }

    /** A moment without memory, which comes when the heap is full, must not end the looks for as long as the member lives. */
    private void goOn() {
        if (!planned) {
            planAgain();
        }
    }

    private synchronized void planAgain() {
        if (!planned) {
            plan();
        }
    }

    private void look() {
        try {
            // Of a member that has left there is no copy to ask about.
            others.values().removeIf(this::isOver);
            judge();
        } finally {
            plan();
        }
    }

    private void judge() {
        // Once for verdict and text: a collection may end between two looks.
        int percent = gauge.percent();
        boolean full = gauge.isFull(percent);
        log(percent, full, gauge.isNearlyFull(percent));
        looks = full == fullTold ? looks + 1 : 0;
        fullTold = full;
        if (full && looks % LOOKS_PER_NEWS == 0) {
            teller.accept(new FullMember(gauge.isFullForPayload(percent), text(percent), time.nanoTime()));
        }
        if (gauge.wantsCollection()) {
            gauge.asked();
            Thread collection = new Thread(heap::collect, "rehydrate-heap");
            collection.setDaemon(true);
            collection.start();
        }
    }

    /** Once for each crossing. */
    private void log(int percent, boolean full, boolean nearly) {
        if (full && !fullTold) {
            LOG.warn("{}", text(percent));
        } else if (nearly && !nearlyTold && !full) {
            LOG.warn("member {} will soon be full: {}", name, figures(percent));
        } else if (!full && fullTold) {
            LOG.info("member {} takes new instances again: {}", name, figures(percent));
        }
        nearlyTold = nearly;
    }

    /** Another member, or this one, says that it is full. */
    void heard(UUID member, FullMember news) {
        others.put(member, new FullMember(news.forPayload(), news.why(), time.nanoTime()));
    }

    /** Data were added that stay. */
    void added(Growth growth) {
        if (!growth.isNone()) {
            gauge.added(growth.bytes(), growth.replaced());
        }
    }

    /** Says why this member does not take a change, or null if it takes it. */
    @Nullable
    String refusal(Growth growth) {
        goOn();
        int percent = gauge.percent();
        boolean refused =
                (growth.isNew() && gauge.isFull(percent)) || (growth.payload() > 0 && gauge.isFullForPayload(percent));
        return refused ? text(percent) : null;
    }

    /** Whether it is worth asking for other members at all. */
    boolean hasFullOthers() {
        return !others.isEmpty();
    }

    /** Says why another member does not take a copy of a change, or null if it takes it. */
    @Nullable
    String refusalOf(UUID member, Growth growth) {
        FullMember said = others.get(member);
        if (said == null) {
            return null;
        }
        if (isOver(said)) {
            others.remove(member, said);
            return null;
        }
        return growth.isNew() || (said.forPayload() && growth.payload() > 0) ? said.why() : null;
    }

    private boolean isOver(FullMember said) {
        return time.nanoTime() - said.saidAt() > COUNTS.toNanos();
    }

    /** What health says, or null if there is room. */
    @Nullable
    String healthIssue() {
        goOn();
        int percent = gauge.percent();
        if (gauge.isFull(percent)) {
            return text(percent);
        }
        return gauge.isNearlyFull(percent) ? "member " + name + " will soon be full: " + figures(percent) : null;
    }

    int percent() {
        return gauge.percent();
    }

    private String text(int percent) {
        String stays =
                percent < gauge.limit() ? ", and it stays full until it is below " + gauge.againBelow() + "%" : "";
        return "member " + name + " is full: " + figures(percent) + stays
                + "; new instances and keys are refused there, reads, releases and completions go on: complete or delete"
                + " instances, add members or heap";
    }

    private String figures(int percent) {
        return percent + " % of " + gauge.capacity() / MIB
                + " MiB for objects that stay are used after garbage collection, heap-limit=" + gauge.limit() + "%";
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
        heap.close();
    }
}
