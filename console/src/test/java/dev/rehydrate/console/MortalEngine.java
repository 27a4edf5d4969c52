// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** An engine whose process is dead from some moment on: nothing of it reaches the data any more. */
final class MortalEngine {

    private MortalEngine() {}

    static StorageEngine of(StorageEngine engine, BooleanSupplier isDead) {
        return (StorageEngine) Proxy.newProxyInstance(
                StorageEngine.class.getClassLoader(),
                new Class<?>[] {StorageEngine.class},
                (proxy, method, arguments) -> {
                    if (isDead.getAsBoolean() && CompletionStage.class.isAssignableFrom(method.getReturnType())) {
                        return CompletableFuture.failedFuture(
                                new StorageException(Effect.NONE, "this process is dead", null));
                    }
                    try {
                        return method.invoke(engine, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
