// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** Runs something in many threads that begin at the same time. */
public final class Together {

    private Together() {}

    /** Returns when all threads are done; fails as the first of them that fails. */
    public static void inThreads(int count, IntConsumer action) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            CyclicBarrier begin = new CyclicBarrier(count);
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int thread = i;
                results.add(threads.submit(() -> {
                    begin.await(10, TimeUnit.SECONDS);
                    action.accept(thread);
                    return null;
                }));
            }
            for (Future<?> result : results) {
                result.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
