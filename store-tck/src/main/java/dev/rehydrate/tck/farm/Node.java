// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

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
public final class Node {

    /** How long commands may take; shorter than a lease, so that a lost answer does not cost the owner its life. */
    public static final Duration TIMEOUT = Duration.ofSeconds(10);

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
    public OwnerId register(OwnerDescription description) {
        ownHandle = store.createHandle();
        return run(ownHandle, new CreateOwner(description));
    }

    /** The store of this node. */
    public InstanceStore store() {
        return store;
    }

    /** What goes wrong between the store and its engine. */
    public FaultPlan faults() {
        return faults;
    }

    /** The handle on which the owner was made. */
    public InstanceHandle ownHandle() {
        return ownHandle;
    }

    /** The owner that the node works for. */
    public OwnerId owner() {
        return ownHandle.owner().orElseThrow();
    }

    /** A new handle of the owner. */
    public InstanceHandle handle() {
        return store.createHandle(owner());
    }

    /** A new handle of the owner, bound to an instance. */
    public InstanceHandle handle(InstanceId instance) {
        return store.createHandle(owner(), instance);
    }

    /** Runs a command and waits for its answer, which a failure takes the place of. */
    public <R> R run(InstanceHandle handle, PersistenceCommand<R> command) {
        return farm.await(start(handle, command));
    }

    /** Runs a command on a handle of its own. */
    public <R> R run(InstanceId instance, PersistenceCommand<R> command) {
        return run(handle(instance), command);
    }

    /** Begins a command, without waiting for its answer. */
    public <R> CompletableFuture<R> start(InstanceHandle handle, PersistenceCommand<R> command) {
        return store.executeAsync(handle, command, TIMEOUT);
    }

    /** The process dies: whatever its store does from now on does not reach the engine. */
    public void crash() {
        faults.inject(Fault.DIE, 1);
    }

    /** Creates an instance that no owner holds. */
    public SaveReceipt create(InstanceId instance, InstanceChanges<InstanceValue> changes) {
        return run(instance, CreateInstance.of(changes, AfterSave.RELEASE)).receiptOrThrow();
    }

    /** Creates an instance, and keeps its hold on the handle that is returned. */
    public InstanceHandle createHeld(InstanceId instance, InstanceChanges<InstanceValue> changes) {
        InstanceHandle handle = handle(instance);
        run(handle, CreateInstance.of(changes, AfterSave.KEEP)).receiptOrThrow();
        return handle;
    }

    /** Loads an instance with its hold, which the handle that is returned then has. */
    public InstanceHandle hold(InstanceId instance) {
        InstanceHandle handle = handle(instance);
        run(handle, LoadInstance.of(LoadMode.hold())).snapshotOrThrow();
        return handle;
    }

    /** Saves and keeps the hold. */
    public SaveOutcome save(InstanceHandle handle, InstanceChanges<InstanceValue> changes) {
        return run(handle, SaveInstance.of(changes, AfterSave.KEEP));
    }

    /** Saves on a handle of its own, and gives the hold back. */
    public SaveOutcome save(InstanceId instance, InstanceChanges<InstanceValue> changes) {
        return run(instance, SaveInstance.of(changes, AfterSave.RELEASE));
    }

    /** Gives a hold back. */
    public void release(InstanceHandle handle) {
        run(handle, ReleaseInstance.now());
    }

    /** Completes an instance. */
    public void complete(InstanceId instance) {
        run(instance, CompleteInstance.now()).receiptOrThrow();
    }

    /** Begins to load an instance with its hold, and frees the handle before the answer. */
    public CompletableFuture<LoadOutcome> loadAndFree(InstanceId instance) {
        InstanceHandle handle = handle(instance);
        CompletableFuture<LoadOutcome> load = start(handle, LoadInstance.of(LoadMode.hold()));
        handle.close();
        return load;
    }

    /** Loads by id, on a handle of its own. */
    public LoadOutcome load(InstanceId instance, LoadMode mode) {
        return run(instance, LoadInstance.of(mode));
    }

    /** Loads by key, on a handle of its own. */
    public LoadOutcome load(InstanceKey key, LoadMode mode) {
        return run(handle(), LoadInstanceByKey.of(key, mode));
    }

    /** Reads an instance that must be there, without touching it. */
    public InstanceSnapshot read(InstanceId instance) {
        return load(instance, LoadMode.authoritative()).snapshotOrThrow();
    }

    /** Asks for an instance that wants to run. */
    public RunnableOutcome loadRunnable() {
        return run(handle(), LoadRunnable.now());
    }

    /** Lists instances. */
    public InstancePage query(InstanceQuery query) {
        return run(handle(), new QueryInstances(query));
    }

    /** The events that are set now. */
    public Set<StoreEvent> events() {
        return farm.await(store.eventsAsync(ownHandle, Duration.ZERO));
    }
}
