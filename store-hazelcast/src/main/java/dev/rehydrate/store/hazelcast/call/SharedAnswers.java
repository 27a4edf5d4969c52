// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread that takes the answers to heartbeats for all stores of the process. At rest these are all the answers that there are,
 * and to wake a thread of each store for its own one costs more than the answer.
 */
public final class SharedAnswers {

    /** Runs what notes an answer, and nothing that waits. */
    public static final Executor EXECUTOR = new AnswerExecutor(pool());

    private SharedAnswers() {}

    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "rehydrate-beats");
                    // It outlives the store whose answer it was made for, and must not keep the classes of its
                    // application.
                    thread.setContextClassLoader(SharedAnswers.class.getClassLoader());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
