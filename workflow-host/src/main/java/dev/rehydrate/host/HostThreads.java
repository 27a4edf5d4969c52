// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A host's own threads: few, named, and gone when there is nothing to do. What waits for them is bounded by the calls. */
final class HostThreads implements Executor {

    private static final int FEWEST = 4;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;

    HostThreads(String node) {
        int threads = Math.max(FEWEST, 2 * Runtime.getRuntime().availableProcessors());
        AtomicInteger number = new AtomicInteger();
        pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "rehydrate-" + node + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    /** Takes no more tasks; those that wait are still run. */
    void shutdown() {
        pool.shutdown();
    }
}
