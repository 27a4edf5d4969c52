// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** One node of a farm: a store, an owner on it, and the usual commands in one line each. */
final class Node {

    /** How long commands may take; shorter than a lease, so that a lost answer does not cost the owner its life. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Farm farm;
    private final InstanceStore store;
    private final FaultPlan faults;
    private InstanceHandle ownHandle;

    Node(Farm farm, InstanceStore store, FaultPlan faults) {
        this.farm = farm;
        this.store = store;
        this.faults = faults;
        this.ownHandle = store.createHandle();
    }

    /** Registers an owner; from now on the node works for that one. */
    OwnerId register(OwnerDescription description) {
        ownHandle = store.createHandle();
        return run(ownHandle, new CreateOwner(description));
    }

    InstanceStore store() {
        return store;
    }

    FaultPlan faults() {
        return faults;
    }

    InstanceHandle ownHandle() {
        return ownHandle;
    }

    OwnerId owner() {
        return ownHandle.owner().orElseThrow();
    }

    InstanceHandle handle() {
        return store.createHandle(owner());
    }

    InstanceHandle handle(InstanceId instance) {
        return store.createHandle(owner(), instance);
    }

    <R> R run(InstanceHandle handle, PersistenceCommand<R> command) {
        return farm.await(start(handle, command));
    }

    <R> R run(InstanceId instance, PersistenceCommand<R> command) {
        return run(handle(instance), command);
    }

    <R> CompletableFuture<R> start(InstanceHandle handle, PersistenceCommand<R> command) {
        return store.executeAsync(handle, command, TIMEOUT);
    }

    /** The process dies: whatever its store does from now on does not reach the engine. */
    void crash() {
        faults.inject(Fault.DIE, 1);
    }

    SaveReceipt create(InstanceId instance, InstanceChanges<InstanceValue> changes) {
        return run(instance, CreateInstance.of(changes, AfterSave.RELEASE)).receiptOrThrow();
    }

    InstanceHandle createHeld(InstanceId instance, InstanceChanges<InstanceValue> changes) {
        InstanceHandle handle = handle(instance);
        run(handle, CreateInstance.of(changes, AfterSave.KEEP)).receiptOrThrow();
        return handle;
    }

    InstanceHandle hold(InstanceId instance) {
        InstanceHandle handle = handle(instance);
        run(handle, LoadInstance.of(LoadMode.hold())).snapshotOrThrow();
        return handle;
    }

    SaveOutcome save(InstanceHandle handle, InstanceChanges<InstanceValue> changes) {
        return run(handle, SaveInstance.of(changes, AfterSave.KEEP));
    }

    SaveOutcome save(InstanceId instance, InstanceChanges<InstanceValue> changes) {
        return run(instance, SaveInstance.of(changes, AfterSave.RELEASE));
    }

    void release(InstanceHandle handle) {
        run(handle, ReleaseInstance.now());
    }

    void complete(InstanceId instance) {
        run(instance, CompleteInstance.now()).receiptOrThrow();
    }

    /** Begins to load an instance with its hold, and frees the handle before the answer. */
    CompletableFuture<LoadOutcome> loadAndFree(InstanceId instance) {
        InstanceHandle handle = handle(instance);
        CompletableFuture<LoadOutcome> load = start(handle, LoadInstance.of(LoadMode.hold()));
        handle.close();
        return load;
    }

    LoadOutcome load(InstanceId instance, LoadMode mode) {
        return run(instance, LoadInstance.of(mode));
    }

    LoadOutcome load(InstanceKey key, LoadMode mode) {
        return run(handle(), LoadInstanceByKey.of(key, mode));
    }

    /** Reads an instance that must be there, without touching it. */
    InstanceSnapshot read(InstanceId instance) {
        return load(instance, LoadMode.authoritative()).snapshotOrThrow();
    }

    RunnableOutcome loadRunnable() {
        return run(handle(), LoadRunnable.now());
    }

    InstancePage query(InstanceQuery query) {
        return run(handle(), new QueryInstances(query));
    }

    /** The events that are set now. */
    Set<StoreEvent> events() {
        return farm.await(store.eventsAsync(ownHandle, Duration.ZERO));
    }
}
