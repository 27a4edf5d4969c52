// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A store whose engine answers some calls and then none. */
final class DeafStore {

    private final MemoryData data = new MemoryData();
    private final AtomicInteger answers;

    private DeafStore(int answers) {
        this.answers = new AtomicInteger(answers);
    }

    static DeafStore after(int answers) {
        return new DeafStore(answers);
    }

    InstanceStore open(StoreOptions options) {
        return MemoryInstanceStore.open(data, options.withDecorator(this::deaf));
    }

    private StorageEngine deaf(StorageEngine engine) {
        return (StorageEngine) Proxy.newProxyInstance(
                StorageEngine.class.getClassLoader(),
                new Class<?>[] {StorageEngine.class},
                (proxy, method, arguments) -> {
                    boolean asks = CompletionStage.class.isAssignableFrom(method.getReturnType());
                    if (asks && answers.getAndDecrement() <= 0) {
                        return CompletableFuture.failedFuture(
                                new StorageException(Effect.NONE, "the engine does not answer", null));
                    }
                    try {
                        return method.invoke(engine, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
