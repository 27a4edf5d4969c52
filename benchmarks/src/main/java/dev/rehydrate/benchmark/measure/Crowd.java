// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Callers that call a subject as often as they can, each waiting for its answer. */
public final class Crowd implements AutoCloseable {

    private static final double NANOS_PER_MICRO = 1000;
    private static final double NANOS_PER_SECOND = 1e9;
    /** A call of 4 MB may take as long as a round: a median of one call is none. */
    private static final int FEWEST_CALLS = 3;

    private final int callers;
    private final Costs costs;
    private final ExecutorService threads;

    /**
     * Gathers the callers.
     *
     * @param callers how many
     * @param costs of all processes that take part
     */
    public Crowd(int callers, Costs costs) {
        this.callers = callers;
        this.costs = costs;
        this.threads = Executors.newFixedThreadPool(callers);
    }

    /**
     * Calls for a while.
     *
     * @param subject what
     * @param millis how long
     * @return what was measured
     */
    public Round call(Subject subject, int millis) {
        long processorBefore = costs.processorNanos();
        long allocatedBefore = costs.allocatedBytes();
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
        subject.endRound();
        double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
        double operations = (double) times.length * subject.operationsPerCall();
        return new Round(
                operations / seconds,
                Round.usual(at(times, 0.25), at(times, 0.75)) / NANOS_PER_MICRO,
                at(times, 0.99) / NANOS_PER_MICRO,
                at(times, 0.999) / NANOS_PER_MICRO,
                (costs.processorNanos() - processorBefore) / operations / NANOS_PER_MICRO,
                (costs.allocatedBytes() - allocatedBefore) / operations);
    }

    private static long at(long[] sorted, double share) {
        return sorted[(int) (sorted.length * share)];
    }

    private static long[] calls(Subject subject, int caller, long end) {
        long[] times = new long[1024];
        int count = 0;
        do {
            subject.prepare(caller);
            long begin = System.nanoTime();
            subject.call(caller);
            if (count == times.length) {
                times = Arrays.copyOf(times, 2 * count);
            }
            times[count++] = System.nanoTime() - begin;
        } while (System.nanoTime() - end < 0 || count < FEWEST_CALLS);
        return Arrays.copyOf(times, count);
    }

    private static long[] ended(Future<long[]> caller) {
        try {
            return caller.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a caller failed; nothing of this run counts", failed.getCause());
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
