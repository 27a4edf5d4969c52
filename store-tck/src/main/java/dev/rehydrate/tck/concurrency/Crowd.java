// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.concurrency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Threads that all begin at the same moment. */
final class Crowd implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ExecutorService threads;
    private final int size;

    Crowd(int size) {
        this.size = size;
        this.threads = Executors.newFixedThreadPool(size, task -> {
            Thread thread = new Thread(task, "crowd");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Runs each task once, all at the same time, and fails as the first task that fails. */
    <T> List<T> all(IntFunction<T> task) {
        CyclicBarrier start = new CyclicBarrier(size);
        List<Callable<T>> tasks = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int number = i;
            tasks.add(() -> {
                await(start);
                return task.apply(number);
            });
        }
        return answers(tasks);
    }

    private <T> List<T> answers(List<Callable<T>> tasks) {
        List<T> answers = new ArrayList<>();
        try {
            for (Future<T> done : threads.invokeAll(tasks, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                answers.add(done.get(0, TimeUnit.SECONDS));
            }
        } catch (ExecutionException failed) {
            throw new AssertionError("one of " + size + " threads failed", failed.getCause());
        } catch (TimeoutException late) {
            throw new AssertionError("one of " + size + " threads did not end", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", interrupted);
        }
        return answers;
    }

    private static void await(CyclicBarrier start) throws InterruptedException, BrokenBarrierException {
        try {
            start.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("not all threads came", late);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
