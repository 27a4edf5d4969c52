// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.FaultPlan;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** A store with a listener, an owner and faults to order. */
final class ListenedNode implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Recorder recorder = new Recorder();
    private final FaultPlan faults = new FaultPlan();
    private final AtomicReference<StorageEngine> engine = new AtomicReference<>();
    private final InstanceStore store;
    private final InstanceHandle ownHandle;

    ListenedNode(MemoryData data, ManualTime time) {
        this(data, time, options -> options);
    }

    ListenedNode(MemoryData data, ManualTime time, UnaryOperator<StoreOptions> more) {
        StoreOptions options = StoreOptions.defaults()
                .withTime(time)
                .withDecorator(plain -> {
                    engine.set(plain);
                    return faults.decorate(plain);
                })
                .withListener(recorder);
        this.store = MemoryInstanceStore.open(data, more.apply(options));
        this.ownHandle = store.createHandle();
        store.execute(ownHandle, new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    }

    Recorder recorder() {
        return recorder;
    }

    FaultPlan faults() {
        return faults;
    }

    InstanceStore store() {
        return store;
    }

    InstanceHandle ownHandle() {
        return ownHandle;
    }

    /** The engine without faults. */
    StorageEngine engine() {
        return Objects.requireNonNull(engine.get());
    }

    OwnerId owner() {
        return ownHandle.owner().orElseThrow();
    }

    InstanceHandle handle() {
        return store.createHandle(owner());
    }

    InstanceHandle handle(InstanceId id) {
        return store.createHandle(owner(), id);
    }

    <R> R run(InstanceHandle handle, PersistenceCommand<R> command) {
        return store.execute(handle, command, TIMEOUT);
    }

    <R> R run(InstanceId id, PersistenceCommand<R> command) {
        return run(handle(id), command);
    }

    /** Runs a command that fails, and tells how. */
    Optional<InstanceStoreException> fail(InstanceHandle handle, PersistenceCommand<?> command) {
        try {
            run(handle, command);
            return Optional.empty();
        } catch (InstanceStoreException failure) {
            return Optional.of(failure);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
