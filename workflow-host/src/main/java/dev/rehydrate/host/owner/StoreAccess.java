// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.owner;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The store as the host uses it: every failure is a failed future, and answers are dispatched to the executor of the host.
 */
public final class StoreAccess {

    private final InstanceStore store;
    private final Executor executor;

    public StoreAccess(InstanceStore store, Executor executor) {
        this.store = store;
        this.executor = executor;
    }

    public InstanceStore store() {
        return store;
    }

    public Executor executor() {
        return executor;
    }

    /**
     * Executes a command. The continuation runs on the executor of the host, or on the completing thread if the executor
     * rejects it.
     */
    public <R> CompletableFuture<R> ask(InstanceHandle handle, PersistenceCommand<R> command, Duration timeout) {
        return onThreads(answer(handle, command, timeout), (refusal, here, andSo) -> andSo.run());
    }

    /**
     * Executes a command after which code of the application runs. That code never runs on a thread of the store: if the
     * executor rejects it, the future fails.
     */
    public <R> CompletableFuture<R> askForTurn(InstanceHandle handle, PersistenceCommand<R> command, Duration timeout) {
        return onThreads(
                answer(handle, command, timeout), (refusal, here, andSo) -> here.completeExceptionally(refusal));
    }

    /**
     * Re-dispatches a continuation to the executor of the host; it runs on the thread that completes the future if the
     * executor rejects it.
     */
    public <R> CompletableFuture<R> here(CompletableFuture<R> ofOthers) {
        return onThreads(ofOthers, (refusal, here, andSo) -> andSo.run());
    }

    /**
     * Completes after a while, on the executor of the host, or on the thread of the time source if the executor rejects it.
     */
    public CompletableFuture<Void> pause(TimeSource time, Duration duration) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        time.schedule(duration, () -> over.complete(null));
        return onThreads(over, (refusal, here, andSo) -> andSo.run());
    }

    private <R> CompletableFuture<R> answer(InstanceHandle handle, PersistenceCommand<R> command, Duration timeout) {
        // A caller that runs its turn may have been interrupted before: that ends its wait, and must not fail the
        // command.
        boolean interrupted = Thread.interrupted();
        try {
            return Failures.caught(() -> store.executeAsync(handle, command, timeout));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What to do when the threads are full. */
    private interface WhenFull {
        void decide(Throwable refusal, CompletableFuture<?> here, Runnable andSo);
    }

    private <R> CompletableFuture<R> onThreads(CompletableFuture<R> answer, WhenFull whenFull) {
        if (answer.isDone()) {
            return answer;
        }
        CompletableFuture<R> here = new CompletableFuture<>();
        var unused = answer.whenComplete((result, failure) -> {
            Runnable complete =
                    failure != null ? () -> here.completeExceptionally(failure) : () -> here.complete(result);
            try {
                executor.execute(complete);
            } catch (RuntimeException | Error full) {
                whenFull.decide(full, here, complete);
            }
        });
        return here;
    }
}
