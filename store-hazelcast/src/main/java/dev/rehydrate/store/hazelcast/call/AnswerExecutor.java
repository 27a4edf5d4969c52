// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * Hands answers to a pool, and loses none where the pool can make no thread, as when memory is short. An answer that is lost keeps its
 * caller waiting, and what is done again and again, such as the heartbeats of all owners, is not begun any more while it waits.
 */
final class AnswerExecutor implements Executor {

    private final ThreadPoolExecutor pool;

    AnswerExecutor(ThreadPoolExecutor pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable answer) {
        try {
            pool.execute(answer);
        } catch (Error noThread) {
            // It can have been queued before a thread was missing.
            pool.remove(answer);
            if (!isLeftToTheOthers(answer)) {
                answer.run();
            }
        }
    }

    /** A thread that is there takes it, so that the one that brings it, which is one of the engine, need not. */
    private boolean isLeftToTheOthers(Runnable answer) {
        return pool.getPoolSize() > 0
                && pool.getQueue().offer(answer)
                // The last one can have ended meanwhile.
                && (pool.getPoolSize() > 0 || !pool.remove(answer));
    }
}
