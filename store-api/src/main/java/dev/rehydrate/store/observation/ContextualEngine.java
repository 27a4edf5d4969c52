// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** An engine whose answers arrive in the log context in which they were asked for, in whatever thread that is. */
public final class ContextualEngine extends ForwardingEngine {

    public ContextualEngine(StorageEngine engine) {
        super(engine);
    }

    /** What is attached to the stage runs while it is completed, and so in the context. */
    @Override
    protected <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        CompletionStage<T> asked = call.get();
        LogScope context = LogScope.current();
        if (context.isEmpty()) {
            return asked;
        }
        CompletableFuture<T> kept = new CompletableFuture<>();
        var unused = asked.whenComplete((answer, failure) -> context.during(() -> {
            if (failure == null) {
                kept.complete(answer);
            } else {
                kept.completeExceptionally(failure);
            }
        }));
        return kept;
    }

    @Override
    public Executor callbackExecutor() {
        return inContext(super.callbackExecutor());
    }

    /** An executor whose tasks run in the log context in which they were given to it. */
    public static Executor inContext(Executor executor) {
        return task -> {
            LogScope context = LogScope.current();
            executor.execute(() -> context.during(task));
        };
    }
}
