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

/** The store as the host uses it: every failure is a failed future, and answers come back on the host's threads. */
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

    /** Gives a command. What follows runs on the host's threads; if they are full on another, rather than never. */
    public <R> CompletableFuture<R> ask(InstanceHandle handle, PersistenceCommand<R> command, Duration timeout) {
        return onThreads(answer(handle, command, timeout), (refusal, here, andSo) -> andSo.run());
    }

    /** Gives a command after which the application's code runs. It never runs on the store's threads: rather it fails. */
    public <R> CompletableFuture<R> askForTurn(InstanceHandle handle, PersistenceCommand<R> command, Duration timeout) {
        return onThreads(
                answer(handle, command, timeout), (refusal, here, andSo) -> here.completeExceptionally(refusal));
    }

    /** What others complete, on the host's threads or, if they are full, on those of the others. */
    public <R> CompletableFuture<R> here(CompletableFuture<R> ofOthers) {
        return onThreads(ofOthers, (refusal, here, andSo) -> andSo.run());
    }

    /** Completes after a while, on the host's threads or, if they are full, on the one of the time source. */
    public CompletableFuture<Void> pause(TimeSource time, Duration duration) {
        CompletableFuture<Void> over = new CompletableFuture<>();
        time.schedule(duration, () -> over.complete(null));
        return onThreads(over, (refusal, here, andSo) -> andSo.run());
    }

    private <R> CompletableFuture<R> answer(InstanceHandle handle, PersistenceCommand<R> command, Duration timeout) {
        return Failures.caught(() -> store.executeAsync(handle, command, timeout));
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
