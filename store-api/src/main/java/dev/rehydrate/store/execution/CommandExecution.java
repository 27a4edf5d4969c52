// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandHandler;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.ReleaseOutcome;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Payload;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.operation.CommitInstance.After;
import dev.rehydrate.slot.operation.ControlInstance;
import dev.rehydrate.slot.operation.ExtendIdleTime;
import dev.rehydrate.slot.operation.RevokeHold;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.Course;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries out one command on one handle: checks what must be bound, and chooses the flow. */
final class CommandExecution implements CommandHandler {

    private final StoreRuntime store;
    private final LocalHandle handle;
    private final Course course;

    CommandExecution(StoreRuntime store, LocalHandle handle, Course course) {
        this.store = store;
        this.handle = handle;
        this.course = course;
    }

    @Override
    public CompletableFuture<OwnerId> createOwner(OwnerDescription description) {
        require(handle.boundOwner() == null, "the handle has an owner already");
        return new OwnerFlow(store, handle, course.progress()).create(description);
    }

    @Override
    public CompletableFuture<OwnerId> retireOwner() {
        return new OwnerFlow(store, handle, course.progress()).retire(owner());
    }

    @Override
    public CompletableFuture<SaveOutcome> createInstance(
            CommandId id, InstanceChanges<InstanceValue> changes, AfterSave after) {
        require(handle.hold() == null, "the handle holds an instance already");
        return write(id, changes, Expected.absent(), after(after));
    }

    @Override
    public CompletableFuture<SaveOutcome> saveInstance(
            CommandId id, InstanceChanges<InstanceValue> changes, Expected expected, AfterSave after) {
        return write(id, changes, expected, after(after));
    }

    @Override
    public CompletableFuture<SaveOutcome> completeInstance(
            CommandId id,
            InstanceChanges<InstanceValue> changes,
            Expected expected,
            @Nullable CompletionAction action) {
        CompletionAction chosen =
                action != null ? action : owner().description().completion();
        After after = chosen == CompletionAction.KEEP ? After.COMPLETED : After.DELETED;
        return write(id, changes, expected, after);
    }

    @Override
    public CompletableFuture<LoadOutcome> loadInstance(CommandId id, LoadMode mode) {
        InstanceId instance = instance();
        if (isFree(mode)) {
            return new ReadFlow(store, handle, mode, course.steps()).byId(instance);
        }
        requireNoKeyId(mode);
        LoadFlow.Order order = order(id, null, mode);
        return inSession(session -> loads(session).byId(order));
    }

    @Override
    public CompletableFuture<LoadOutcome> loadInstanceByKey(CommandId id, InstanceKey key, LoadMode mode) {
        requireNoInstance();
        if (isFree(mode)) {
            return new ReadFlow(store, handle, mode, course.steps()).byKey(key);
        }
        LoadFlow.Order order = order(id, key, mode);
        return inSession(session -> loads(session).byKey(order, key));
    }

    @Override
    public CompletableFuture<RunnableOutcome> loadRunnable(CommandId id) {
        requireNoInstance();
        return inSession(session -> new RunnableFlow(store, handle, owner(), session).load(id));
    }

    @Override
    public CompletableFuture<ReleaseOutcome> releaseInstance(CommandId id) {
        instance();
        return inSession(session -> new ControlFlow(store, handle, session).release(id));
    }

    @Override
    public CompletableFuture<InstancePage> queryInstances(InstanceQuery query) {
        requireNoInstance();
        return store.engine()
                .query(query)
                .thenApplyAsync(found -> store.values().page(found, query.values()), course.steps())
                .toCompletableFuture();
    }

    @Override
    public CompletableFuture<ControlOutcome> suspendInstance(CommandId id, String reason, @Nullable String failure) {
        instance();
        SuspensionChange suspend = new SuspensionChange.Suspend(reason, failure);
        return inSession(session ->
                new ControlFlow(store, handle, session).control(caller -> new ControlInstance(id, caller, suspend)));
    }

    @Override
    public CompletableFuture<ControlOutcome> resumeInstance(CommandId id) {
        instance();
        SuspensionChange resume = new SuspensionChange.Resume();
        return inSession(session ->
                new ControlFlow(store, handle, session).control(caller -> new ControlInstance(id, caller, resume)));
    }

    @Override
    public CompletableFuture<ControlOutcome> forceRelease(CommandId id) {
        instance();
        return inSession(session ->
                new ControlFlow(store, handle, session).controlEndingHold(caller -> new RevokeHold(id, caller)));
    }

    @Override
    public CompletableFuture<ControlOutcome> touchInstance(CommandId id, IdleTtlChange idleTtl) {
        instance();
        return inSession(session ->
                new ControlFlow(store, handle, session).control(caller -> new ExtendIdleTime(id, caller, idleTtl)));
    }

    @Override
    public CompletableFuture<ControlOutcome> deleteInstance(CommandId id) {
        instance();
        return inSession(session -> new ControlFlow(store, handle, session)
                .controlEndingHold(caller -> new ControlInstance(id, caller, null)));
    }

    private CompletableFuture<SaveOutcome> write(
            CommandId id, InstanceChanges<InstanceValue> changes, Expected expected, After after) {
        InstanceId instance = instance();
        LocalOwner owner = owner();
        InstanceChanges<StoredValue> stored = store.values().stored(instance, changes);
        if (!store.listeners().isEmpty()) {
            course.progress().carries(Payload.of(stored));
        }
        WriteFlow.Order order = new WriteFlow.Order(id, stored, expected, after);
        return inSession(session -> {
            ClaimFlow claims = new ClaimFlow(store, session, course.deadline(), instance);
            return new WriteFlow(store, handle, owner, session, claims).write(order);
        });
    }

    private LoadFlow.Order order(CommandId id, @Nullable InstanceKey key, LoadMode mode) {
        boolean create = mode instanceof LoadMode.HoldOrCreate;
        Map<InstanceKey, Map<String, InstanceValue>> associate = mode instanceof LoadMode.HoldOrCreate creating
                ? creating.associate()
                : ((LoadMode.Hold) mode).associate();
        require(
                key == null || create || !associate.containsKey(key),
                "the key that is looked up can only be associated with an instance to create");
        InstanceId newId = mode instanceof LoadMode.HoldOrCreate creating ? creating.newId() : null;
        if (create && newId == null && key != null) {
            newId = InstanceId.atHomeOf(key);
        }
        return new LoadFlow.Order(
                id,
                key,
                create,
                newId,
                store.values().storedKeys(handle.instance().orElse(newId), associate));
    }

    /** Runs a flow between the begin and the end of a bind, so that later loads of this owner can wait for it. */
    private <R> CompletableFuture<R> inSession(Function<SlotSession, CompletableFuture<R>> flow) {
        SlotSession session = new SlotSession(store, handle, owner(), course);
        CompletableFuture<R> running;
        try {
            running = flow.apply(session);
        } catch (RuntimeException | Error misuse) {
            session.close();
            throw misuse;
        }
        return running.whenComplete((done, failure) -> session.close());
    }

    private LoadFlow loads(SlotSession session) {
        return new LoadFlow(store, handle, owner(), session, course.deadline());
    }

    private static boolean isFree(LoadMode mode) {
        return mode instanceof LoadMode.Free || mode instanceof LoadMode.Peek;
    }

    private static After after(AfterSave after) {
        return after == AfterSave.KEEP ? After.HELD : After.RELEASED;
    }

    private LocalOwner owner() {
        LocalOwner owner = handle.boundOwner();
        if (owner == null) {
            throw new IllegalStateException("the handle has no owner: create one first, or make the handle with one");
        }
        if (owner.isLost()) {
            throw owner.lostException(handle.subject());
        }
        return owner;
    }

    private InstanceId instance() {
        owner();
        return handle.instance()
                .orElseThrow(() -> new IllegalStateException("the handle has no instance: make it with one"));
    }

    private void requireNoInstance() {
        owner();
        require(handle.instance().isEmpty(), "the handle has an instance already: use a new handle");
    }

    private void requireNoKeyId(LoadMode mode) {
        boolean plain = !(mode instanceof LoadMode.HoldOrCreate creating) || creating.newId() == null;
        require(plain, "a load by id creates the instance of the handle; another new id makes no sense");
    }

    private void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise + ", " + handle);
        }
    }
}
