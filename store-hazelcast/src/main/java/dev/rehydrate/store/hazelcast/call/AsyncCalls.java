// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Calls to the cluster whose answers come later, and whose failures say whether anything was done. */
public final class AsyncCalls {

    private final Executor answers;
    private final Executor waits;

    public AsyncCalls(StoreThreads threads) {
        this(threads.answers(), threads.waits());
    }

    /**
     * Makes calls on certain threads.
     *
     * @param answers hands answers over
     * @param waits waits for the cluster
     */
    public AsyncCalls(Executor answers, Executor waits) {
        this.answers = answers;
        this.waits = waits;
    }

    /** Sends without waiting; from a thread of the store if the caller is one of the engine's. */
    public <T, R> CompletableFuture<R> send(
            Supplier<CompletionStage<T>> call, Function<T, R> answer, String what, boolean changes) {
        CompletableFuture<R> result = new CompletableFuture<>();
        Runnable sending = () -> sendOrFail(call, answer, what, changes, result);
        try {
            if (EngineThreads.includeCurrent()) {
                answers.execute(sending);
            } else {
                sending.run();
            }
        } catch (RuntimeException | Error notTaken) {
            result.completeExceptionally(EngineFailures.of(notTaken, what, changes));
        }
        return result;
    }

    /** An error, as when memory is short, would be lost in a thread of the store, and the caller wait for ever. The call may have been sent. */
    private <T, R> void sendOrFail(
            Supplier<CompletionStage<T>> call,
            Function<T, R> answer,
            String what,
            boolean changes,
            CompletableFuture<R> result) {
        try {
            send(call, answer, what, changes, result);
        } catch (RuntimeException | Error failure) {
            result.completeExceptionally(EngineFailures.of(failure, what, changes));
        }
    }

    private <T, R> void send(
            Supplier<CompletionStage<T>> call,
            Function<T, R> answer,
            String what,
            boolean changes,
            CompletableFuture<R> result) {
        CompletionStage<T> sent;
        try {
            sent = call.get();
        } catch (RuntimeException failure) {
            result.completeExceptionally(EngineFailures.notSent(failure, what));
            return;
        }
        var unused = sent.whenCompleteAsync(
                (value, failure) -> {
                    if (failure != null) {
                        result.completeExceptionally(EngineFailures.of(failure, what, changes));
                    } else {
                        complete(result, what, changes, () -> answer.apply(value));
                    }
                },
                answers);
    }

    /** For what has no asynchronous form. */
    public <R> CompletableFuture<R> blocking(String what, Supplier<R> query) {
        CompletableFuture<R> result = new CompletableFuture<>();
        Runnable wait = () -> complete(result, what, false, query);
        try {
            waits.execute(wait);
        } catch (RejectedExecutionException ended) {
            result.completeExceptionally(EngineFailures.notSent(ended, what));
        }
        return result;
    }

    private static <R> void complete(CompletableFuture<R> result, String what, boolean changes, Supplier<R> answer) {
        try {
            result.complete(answer.get());
        } catch (RuntimeException | Error failure) {
            result.completeExceptionally(EngineFailures.of(failure, what, changes));
        }
    }
}
