// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runnable;

import dev.rehydrate.slot.SlotAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Instances that want to run, found ahead of the commands of one store that take them: one scan serves a page of commands
 * (decision record 104). What is in it is a hint, as old as a second at most; the operation that takes an instance decides
 * again, in its slot.
 *
 * <p>An instance that a command of this store tries is not handed to another one, and is not put back by a scan that was
 * under way meanwhile. Instances are handed out in the order in which the engine finds them. Safe for use by many threads.
 */
public final class RunnableBacklog {

    /** One scan finds so many for each owner that shares. The next scan begins when half of a page is left. */
    public static final int PAGE = 256;

    /** However many owners share, a scan finds no more than so many. */
    static final int LARGEST = 2_048;

    /** What another store may have taken long ago is not worth a try. */
    private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

    /** A command looks again while scans are cut off by their limit, but not for ever. */
    private static final int MOST_SCANS = 4;

    private final Source source;
    private final LongSupplier nanoTime;
    private final Random random;
    private final Set<SlotAddress> waiting = new LinkedHashSet<>();
    private final Set<SlotAddress> tried = new HashSet<>();
    private final Set<SlotAddress> settled = new HashSet<>();
    private @Nullable CompletableFuture<Void> scanning;
    private long begun;
    private long answered;
    private long answeredAt;
    private boolean cutOff;

    /**
     * An empty backlog.
     *
     * @param source finds instances
     * @param nanoTime the monotonic clock
     * @param random decides on the order among the shares of others
     */
    public RunnableBacklog(Source source, LongSupplier nanoTime, Random random) {
        this.source = source;
        this.nanoTime = nanoTime;
        this.random = random;
        this.answeredAt = nanoTime.getAsLong();
    }

    /** Where instances that want to run are found. */
    public interface Source {

        /**
         * Looks for instances that want to run.
         *
         * @param limit how many at most
         * @return their slots, the ones to be tried first in front
         */
        CompletionStage<RunnableWalk.Found> find(int limit);

        /**
         * Takes back what was found too long ago to be tried.
         *
         * @param found its slots
         */
        void notTried(Collection<SlotAddress> found);

        /** {@return the share of this store among those that could run what is found} */
        HostShare share();
    }

    /** {@return the number of the first scan that begins from now on; a command that finds nothing in it has seen all there is} */
    public synchronized long nextScan() {
        return begun + 1;
    }

    /** {@return how many instances are known to want to run and wait for a command} */
    public synchronized int size() {
        return waiting.size();
    }

    /**
     * Hands out an instance to try; {@link #settle} must follow.
     *
     * @return its slot, or null if none is known
     */
    public @Nullable SlotAddress take() {
        SlotAddress first;
        Scan ahead;
        synchronized (this) {
            if (!waiting.isEmpty() && nanoTime.getAsLong() - answeredAt >= FRESH_NANOS) {
                source.notTried(List.copyOf(waiting));
                waiting.clear();
            }
            Iterator<SlotAddress> next = waiting.iterator();
            if (!next.hasNext()) {
                return null;
            }
            first = next.next();
            next.remove();
            tried.add(first);
            ahead = cutOff && scanning == null && waiting.size() < PAGE / 2 ? begin() : null;
        }
        if (ahead != null) {
            ahead.run();
        }
        return first;
    }

    /**
     * Ends a try, whatever came of it.
     *
     * @param at the slot
     */
    public synchronized void settle(SlotAddress at) {
        tried.remove(at);
        if (scanning != null) {
            settled.add(at);
        }
    }

    /**
     * Looks for more, for a command that was handed nothing.
     *
     * @param from the first scan that counts for the command
     * @return true when the command may ask again; false if there is nothing to be had. Fails if the scan does.
     */
    public CompletableFuture<Boolean> more(long from) {
        Scan own = null;
        CompletableFuture<Void> running;
        boolean counts;
        synchronized (this) {
            if (!waiting.isEmpty()) {
                return CompletableFuture.completedFuture(true);
            }
            if (answered >= from && (!cutOff || answered >= from + MOST_SCANS - 1)) {
                return CompletableFuture.completedFuture(false);
            }
            running = scanning;
            if (running == null) {
                own = begin();
                running = own.ended;
            }
            counts = begun >= from;
        }
        if (own != null) {
            own.run();
        }
        return running.handle((done, failure) -> failure)
                .thenCompose(failure -> failure != null && counts
                        ? CompletableFuture.failedFuture(failure)
                        : CompletableFuture.completedFuture(true));
    }

    private Scan begin() {
        HostShare share = source.share();
        long wanted = (long) PAGE * Math.max(1, share.size());
        int known = waiting.size() + tried.size();
        Scan scan = new Scan(++begun, share, (int) Math.min(wanted, LARGEST) + known);
        scanning = scan.ended;
        settled.clear();
        return scan;
    }

    private synchronized void found(Scan scan, RunnableWalk.Found found) {
        List<SlotAddress> order = scan.share.ordered(found.slots(), random);
        order.stream()
                .filter(at -> !tried.contains(at) && !settled.contains(at))
                .forEach(waiting::add);
        cutOff = !found.all() || order.size() < found.slots().size();
        answered = scan.number;
        answeredAt = nanoTime.getAsLong();
    }

    private synchronized void ended() {
        scanning = null;
        settled.clear();
    }

    /** One look for instances, sent while no lock is held. */
    private final class Scan {

        private final long number;
        private final HostShare share;
        private final int limit;
        private final CompletableFuture<Void> ended = new CompletableFuture<>();

        private Scan(long number, HostShare share, int limit) {
            this.number = number;
            this.share = share;
            this.limit = limit;
        }

        private void run() {
            CompletionStage<RunnableWalk.Found> sent;
            try {
                sent = source.find(limit);
            } catch (RuntimeException | Error notSent) {
                sent = CompletableFuture.failedFuture(notSent);
            }
            var unused = sent.whenComplete((found, failure) -> {
                Throwable trouble = failure == null ? taken(found) : failure;
                RunnableBacklog.this.ended();
                if (trouble == null) {
                    ended.complete(null);
                } else {
                    ended.completeExceptionally(trouble);
                }
            });
        }

        /** {@return why what was found cannot be taken, as when memory is short; a scan that never ended would be the last one} */
        private @Nullable Throwable taken(RunnableWalk.Found found) {
            try {
                found(this, found);
                return null;
            } catch (RuntimeException | Error failure) {
                return failure;
            }
        }
    }
}
