// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.core.HazelcastInstanceNotActiveException;
import dev.rehydrate.store.hazelcast.behind.write.BehindWriter;
import dev.rehydrate.store.hazelcast.behind.write.Flushed;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that writes behind: from time to time, and when it is asked to. */
final class WriterThread {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final String STOPPED = "this member has stopped";
    private static final long PAUSE_MILLIS = 200;
    /** So often a member that stops looks whether what moves has come. */
    private static final int MOST_MOVES = 50;

    private static final Duration LONGEST = Duration.ofSeconds(60);
    /** That a write takes less says nothing of the database. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private final BehindWriter writer;
    private final Duration period;
    private final TimeSource time;
    private final ExecutorService executor;
    private TimeSource.@Nullable Cancellable next;
    private boolean stopped;
    private volatile boolean answered;
    /** For callers, and not begun: those who ask meanwhile wait for the same one. */
    private @Nullable CompletableFuture<Flushed> waiting;

    WriterThread(BehindWriter writer, Duration period, TimeSource time) {
        this(writer, period, time, WriterThread::daemon);
    }

    WriterThread(BehindWriter writer, Duration period, TimeSource time, ThreadFactory threads) {
        this.writer = writer;
        this.period = period;
        this.time = time;
        this.executor = Executors.newSingleThreadExecutor(threads);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "rehydrate-behind");
        thread.setDaemon(true);
        return thread;
    }

    /** Writes for the first time when a period is over. */
    synchronized void start() {
        if (!stopped) {
            next = time.schedule(period, this::begin);
        }
    }

    /** Called by the timer. Where no thread can be made for a moment, the writing begins a period later, and does not end for good. */
    private void begin() {
        try {
            executor.execute(this::writeAndGoOn);
        } catch (RejectedExecutionException ended) {
            stop();
        } catch (RuntimeException | Error failure) {
            start();
            LOG.error("write-behind: an attempt could not begin, and another one follows", failure);
        }
    }

    private void writeAndGoOn() {
        try {
            var unused = writer.flushInTime();
        } catch (HazelcastInstanceNotActiveException ended) {
            LOG.debug("write-behind: this member has stopped", ended);
        } catch (RuntimeException | Error failure) {
            LOG.error("write-behind: an attempt has failed, and another one follows", failure);
        } finally {
            goOn();
        }
    }

    /** A moment without memory must not end the writing for as long as the member lives: what is not written stays in memory. */
    private void goOn() {
        boolean tried = false;
        while (!tried) {
            try {
                start();
                tried = true;
            } catch (RuntimeException | Error failure) {
                LOG.error("write-behind: the next attempt could not be scheduled, and is scheduled later", failure);
                tried = !Pause.passed(PAUSE_MILLIS);
            }
        }
    }

    /** Writes now what was noted before, after a write that is under way. */
    Flushed flush() {
        return flush(LONGEST, this::begun, () -> false);
    }

    private CompletableFuture<Flushed> begun() {
        return CompletableFuture.supplyAsync(writer::flush, executor);
    }

    /** The same for a caller, who is to be told also if the database does not have any more what was written before. */
    Flushed flushForCaller() {
        return flushForCaller(LONGEST);
    }

    private Flushed flushForCaller(Duration most) {
        return flush(most, this::begunForCallers, () -> false);
    }

    /** What those have asked for who have given up must not be done before the next one is answered, once for each. */
    private synchronized CompletableFuture<Flushed> begunForCallers() {
        if (waiting == null) {
            waiting = CompletableFuture.supplyAsync(this::writeForCallers, executor);
        }
        return waiting;
    }

    private Flushed writeForCallers() {
        synchronized (this) {
            waiting = null;
        }
        return writer.flushForCaller();
    }

    /** @param goesOn asked each time that the time is over: whether to wait once more */
    private Flushed flush(Duration most, Supplier<CompletableFuture<Flushed>> begin, BooleanSupplier goesOn) {
        try {
            CompletableFuture<Flushed> flushing = begin.get();
            Flushed flushed = null;
            while (flushed == null) {
                try {
                    flushed = flushing.get(most.toNanos(), TimeUnit.NANOSECONDS);
                } catch (TimeoutException slow) {
                    if (!goesOn.getAsBoolean()) {
                        throw slow;
                    }
                }
            }
            answered = writer.isAnswered();
            return flushed;
        } catch (TimeoutException slow) {
            if (most.compareTo(SILENCE) >= 0) {
                answered = false;
            }
            return notWritten("the database has taken more than " + most.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return notWritten(STOPPED);
        } catch (RejectedExecutionException ended) {
            return notWritten(STOPPED);
        } catch (ExecutionException failure) {
            return notWritten(
                    failure.getCause() instanceof HazelcastInstanceNotActiveException
                            ? STOPPED
                            : String.valueOf(failure.getCause()));
        }
    }

    private static Flushed notWritten(String why) {
        return new Flushed(new BitSet(), why);
    }

    /**
     * Writes until all is written that was noted before, and what the database has lost since it was written, but for what the database refuses
     * twice.
     *
     * @return why not all is written, or null if it is
     */
    @Nullable
    String writeAll(Duration patience) {
        long end = time.nanoTime() + patience.toNanos();
        answered = false;
        boolean refusedBefore = false;
        String left = flushForCaller(patience).left();
        while (left != null
                && !(refusedBefore && writer.refusesOnly())
                && time.nanoTime() < end
                && Pause.passed(PAUSE_MILLIS)) {
            refusedBefore = writer.refusesOnly();
            left = flushForCaller(Duration.ofNanos(Math.max(1, end - time.nanoTime())))
                    .left();
        }
        return left;
    }

    /**
     * Writes what was noted before. What comes here meanwhile, from a member that stops as well, is looked at too. An attempt that fails is repeated
     * if no other member stays: what a member that stops last does not write is nowhere else.
     *
     * @param wasSilent whether the database did not answer before, and has had its time: then an attempt is repeated only after it has taken
     *     something, and one that lasts is waited for as long as the database takes something
     * @param othersStay asked after an attempt that has failed
     * @return why not all is written, or null if it is
     */
    @Nullable
    String writeRest(boolean wasSilent, BooleanSupplier othersStay) {
        AtomicLong answers = new AtomicLong(writer.answers());
        int moves = 0;
        int least = writer.waiting();
        long end = time.nanoTime() + (wasSilent ? 0 : LONGEST.toNanos());
        while (true) {
            String left = flush(LONGEST, this::begun, () -> wasSilent && hasTaken(answers))
                    .left();
            if (writer.waiting() < least) {
                least = writer.waiting();
                end = time.nanoTime() + LONGEST.toNanos();
            }
            if (left == null || writer.refusesOnly()) {
                return left;
            }
            // What is left after an answer is in partitions that were on their way when it was looked at.
            boolean again = answered ? moves++ < MOST_MOVES : isRepeated(end, othersStay);
            if (!again || !Pause.passed(PAUSE_MILLIS)) {
                return left;
            }
        }
    }

    private boolean isRepeated(long end, BooleanSupplier othersStay) {
        return time.nanoTime() - end < 0 && !othersStay.getAsBoolean();
    }

    private boolean hasTaken(AtomicLong answersBefore) {
        long present = writer.answers();
        boolean has = answersBefore.getAndSet(present) != present;
        if (has) {
            LOG.warn(
                    "write-behind: the database is slow, and this member stops when it has taken the rest: waiting={}",
                    writer.waiting());
        }
        return has;
    }

    /** {@return whether the database has answered within the patience of {@link #writeAll}, be it that it does not take a slot} */
    boolean wasAnswered() {
        return answered;
    }

    synchronized void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
        executor.shutdown();
    }
}
