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
 * <p>It looks for its answer for a moment before it sleeps, if answers have come so soon lately ({@link AdaptiveSpin}).
 *
 * <p>Made for one wait of one thread.
 */
public final class WaitingCaller implements Executor {

    /** Steps run in the thread that brings them. */
    private static final Step ELSEWHERE = new Step(() -> {}, null);
    /** The caller waits, looks for steps by itself, and has none. */
    private static final Step AWAKE = new Step(() -> {}, null);
    /** The caller has nothing to do, and sleeps until it is woken. */
    private static final Step ASLEEP = new Step(() -> {}, null);

    private final @Nullable AdaptiveSpin spin;
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

        private boolean isWork() {
            return this != AWAKE && this != ASLEEP;
        }
    }

    /**
     * A caller that is about to wait.
     *
     * @param spin what callers of the same store have seen, or null for one that sleeps at once
     */
    public WaitingCaller(@Nullable AdaptiveSpin spin) {
        this.spin = spin;
    }

    @Override
    public void execute(Runnable work) {
        Step last = latest.get();
        while (last != ELSEWHERE) {
            if (latest.compareAndSet(last, new Step(work, last))) {
                if (last == ASLEEP) {
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
        Wait wait = new Wait(answer);
        latest.set(AWAKE);
        try {
            if (!wait.looksInTime()) {
                var unused = answer.whenComplete((result, failure) -> {
                    if (latest.get() == ASLEEP) {
                        LockSupport.unpark(thread);
                    }
                });
                ForkJoinPool.managedBlock(wait);
            }
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

        /** Looks for the answer, and gives the processor to the threads that may have it. */
        @SuppressWarnings("ThreadPriorityCheck") // Only how long this takes depends on the scheduler.
        private boolean looksInTime() {
            if (spin == null) {
                return false;
            }
            int looks = spin.looks();
            for (int look = 0; look < looks; look++) {
                Thread.yield();
                if (isReleasable()) {
                    spin.seen();
                    return true;
                }
            }
            if (looks > 0) {
                spin.missed();
            }
            return false;
        }

        @Override
        public boolean isReleasable() {
            while (latest.get() != AWAKE) {
                carryOut(latest.getAndSet(AWAKE));
            }
            return answer.isDone();
        }

        /** Who brings a step or the answer after the caller has said that it sleeps wakes it; what came before is found here. */
        @Override
        public boolean block() throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (latest.compareAndSet(AWAKE, ASLEEP) && !answer.isDone()) {
                LockSupport.park(this);
            }
            return isReleasable();
        }
    }

    /** In the order in which they came. */
    private static void carryOut(Step last) {
        Step reversed = null;
        for (Step step = last; step != null && step.isWork(); ) {
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
