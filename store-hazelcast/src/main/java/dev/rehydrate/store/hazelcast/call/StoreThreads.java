// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one store. What waits for the cluster has threads of its own, for it may wait for as long as a member stands
 * still: the answers to the beats of owners must not wait behind it, or owners that live are lost.
 */
public final class StoreThreads {

    private final ThreadPoolExecutor answers;
    private final ThreadPoolExecutor waits;
    private final Executor handOver;

    public StoreThreads() {
        // A thread that one of the engine's has made would look for classes where the engine does, and find only its
        // own.
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        this.answers = pool("rehydrate-hazelcast", context);
        this.waits = pool("rehydrate-hazelcast-wait", context);
        // After the end, callers still wait for commands that were running.
        answers.setRejectedExecutionHandler((answer, ended) -> answer.run());
        this.handOver = new AnswerExecutor(answers);
    }

    private static ThreadPoolExecutor pool(String name, ClassLoader context) {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        ThreadFactory named = task -> {
            Thread thread = new Thread(task, name);
            thread.setContextClassLoader(context);
            thread.setDaemon(true);
            return thread;
        };
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), named);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Answers are handed to callers here: never on a partition thread, and without a new thread for each. */
    public Executor answers() {
        return handOver;
    }

    /** Calls are made here that have no asynchronous form. Takes none after the end. */
    public Executor waits() {
        return waits;
    }

    /** How much waits for a thread. */
    public int queued() {
        return answers.getQueue().size() + waits.getQueue().size();
    }

    /** Whether no more work is taken. */
    public boolean areClosed() {
        return waits.isShutdown();
    }

    public void close() {
        answers.shutdown();
        waits.shutdown();
    }
}
