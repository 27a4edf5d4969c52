// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a host: named, and ended when idle. Their queue is bounded by the limit of calls. */
public interface HostThreads extends Executor {

    /** Takes no more tasks; those that wait are still run. */
    void shutdown();

    static HostThreads of(String node, boolean virtual) {
        return virtual ? virtual(node) : pool(node);
    }

    /** The threads of the application, which ends them itself. */
    static HostThreads given(Executor threads) {
        return new Given(threads);
    }

    /** Few threads. */
    static HostThreads pool(String node) {
        return new Pool(node);
    }

    /** A virtual thread for each task, or few threads if this JDK has none. */
    static HostThreads virtual(String node) {
        return VirtualThreads.named(prefix(node))
                .<HostThreads>map(threads -> new OnePerTask(node, threads))
                .orElseGet(() -> pool(node));
    }

    private static String prefix(String node) {
        return "rehydrate-" + node + "-";
    }

    /** Threads of the application. */
    record Given(Executor threads) implements HostThreads {

        @Override
        public void execute(Runnable task) {
            threads.execute(task);
        }

        @Override
        public void shutdown() {
            // They belong to the application.
        }
    }

    /** Few threads. */
    final class Pool implements HostThreads {

        private static final int FEWEST = 4;
        private static final long IDLE_SECONDS = 10;

        private final ThreadPoolExecutor pool;

        private Pool(String node) {
            int threads = Math.max(FEWEST, 2 * Runtime.getRuntime().availableProcessors());
            AtomicInteger number = new AtomicInteger();
            pool = new ThreadPoolExecutor(
                    threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                        Thread thread = new Thread(task, prefix(node) + number.incrementAndGet());
                        thread.setDaemon(true);
                        return thread;
                    });
            pool.allowCoreThreadTimeOut(true);
        }

        @Override
        public void execute(Runnable task) {
            pool.execute(task);
        }

        @Override
        public void shutdown() {
            pool.shutdown();
        }
    }

    /** A thread for each task, which is cheap if it is a virtual one. */
    final class OnePerTask implements HostThreads {

        private final String node;
        private final ThreadFactory threads;
        private volatile boolean stopped;

        private OnePerTask(String node, ThreadFactory threads) {
            this.node = node;
            this.threads = threads;
        }

        @Override
        public void execute(Runnable task) {
            if (stopped) {
                throw new RejectedExecutionException("the threads of the host '" + node + "' have stopped");
            }
            threads.newThread(task).start();
        }

        @Override
        public void shutdown() {
            stopped = true;
        }
    }
}
