// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.database;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;

/** Callers that call a subject as often as they can, each waiting for its answer. */
public final class Crowd implements AutoCloseable {

    private static final double NANOS_PER_MICRO = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final int callers;
    private final LongSupplier processorTime;
    private final ExecutorService threads;

    /**
     * Gathers the callers.
     *
     * @param callers how many
     * @param processorTime the processor time of all processes that take part, in nanoseconds
     */
    public Crowd(int callers, LongSupplier processorTime) {
        this.callers = callers;
        this.processorTime = processorTime;
        this.threads = Executors.newFixedThreadPool(callers);
    }

    /**
     * What one round gave.
     *
     * @param perSecond calls a second, of all callers
     * @param median the median time of a call, in microseconds
     * @param p99 the time that 1 % of the calls needed or more, in microseconds
     * @param processor processor time of all processes for one call, in microseconds
     */
    public record Round(double perSecond, double median, double p99, double processor) {}

    /**
     * Calls for a while.
     *
     * @param subject what
     * @param millis how long
     * @return what was measured
     */
    public Round call(Subject subject, int millis) {
        long usedBefore = processorTime.getAsLong();
        long begin = System.nanoTime();
        long end = begin + millis * 1_000_000L;
        List<Future<long[]>> running = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int number = caller;
            running.add(threads.submit(() -> calls(subject, number, end)));
        }
        long[] times = running.stream()
                .map(Crowd::ended)
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
        double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        double used = processorTime.getAsLong() - usedBefore;
        return new Round(
                times.length / seconds,
                times[times.length / 2] / NANOS_PER_MICRO,
                times[(int) (times.length * 0.99)] / NANOS_PER_MICRO,
                used / times.length / NANOS_PER_MICRO);
    }

    private static long[] calls(Subject subject, int caller, long end) throws SQLException {
        long[] times = new long[1024];
        int count = 0;
        long now = System.nanoTime();
        do {
            subject.call(caller);
            long then = System.nanoTime();
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = then - now;
            now = then;
        } while (now - end < 0);
        return Arrays.copyOf(times, count);
    }

    private static long[] ended(Future<long[]> caller) {
        try {
            return caller.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a caller failed", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while measuring", interrupted);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
