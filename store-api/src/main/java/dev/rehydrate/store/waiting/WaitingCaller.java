// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a caller that waits for its command, and runs the steps of this command meanwhile: a thread of the engine, which
 * serves all callers, only hands over its answer (ADR 43). A step that comes before the caller waits, or after that, runs in the
 * thread that has the answer, as those of an asynchronous command do.
 *
 * <p>Made for one wait of one thread.
 */
public final class WaitingCaller implements Executor {

    /** Steps run in the thread that brings them. */
    private static final Step ELSEWHERE = new Step(() -> {}, null);
    /** The caller waits, and has nothing to do. */
    private static final Step NONE = new Step(() -> {}, null);

    private final Thread thread = Thread.currentThread();
    private final AtomicReference<Step> latest = new AtomicReference<>(ELSEWHERE);

    /** Compared by identity. The latest is the first of a list. */
    private static final class Step {

        private final Runnable work;
        private @Nullable Step before;

        private Step(Runnable work, @Nullable Step before) {
            this.work = work;
            this.before = before;
        }
    }

    @Override
    public void execute(Runnable work) {
        Step last = latest.get();
        while (last != ELSEWHERE) {
            if (latest.compareAndSet(last, new Step(work, last))) {
                if (last == NONE) {
                    LockSupport.unpark(thread);
                }
                return;
            }
            last = latest.get();
        }
        work.run();
    }

    /**
     * Waits until an answer is there, and carries out steps meanwhile. Called by the thread that has made this, once.
     *
     * @param answer what to wait for
     * @throws InterruptedException if the thread is interrupted and the answer is not there; steps then run elsewhere
     */
    public void await(CompletableFuture<?> answer) throws InterruptedException {
        if (answer.isDone()) {
            return;
        }
        latest.set(NONE);
        try {
            var unused = answer.whenComplete((result, failure) -> {
                if (Thread.currentThread() != thread) {
                    LockSupport.unpark(thread);
                }
            });
            ForkJoinPool.managedBlock(new Wait(answer));
        } finally {
            carryOut(latest.getAndSet(ELSEWHERE));
        }
    }

    /** In the form that lets a pool replace its thread while it is blocked. */
    private final class Wait implements ForkJoinPool.ManagedBlocker {

        private final CompletableFuture<?> answer;

        private Wait(CompletableFuture<?> answer) {
            this.answer = answer;
        }

        @Override
        public boolean isReleasable() {
            Step steps = latest.getAndSet(NONE);
            while (steps != NONE) {
                carryOut(steps);
                // A step that waited itself may have used up the wake-up for one that came meanwhile.
                steps = latest.getAndSet(NONE);
            }
            return answer.isDone();
        }

        @Override
        public boolean block() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.park(this);
            return isReleasable();
        }
    }

    /** In the order in which they came. */
    private static void carryOut(Step last) {
        Step reversed = null;
        for (Step step = last; step != null && step != NONE; ) {
            Step before = step.before;
            step.before = reversed;
            reversed = step;
            step = before;
        }
        for (Step step = reversed; step != null; step = step.before) {
            step.work.run();
        }
    }
}
