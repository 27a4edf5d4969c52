// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandHandler;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.ControlOutcome;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.command.InstancePage;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadOutcome;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.OwnerLostException;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.ReleaseOutcome;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.RunnableOutcome;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SaveOutcome;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.SuspensionChange;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.CommitInstance.After;
import dev.rehydrate.slot.StoredChanges;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Carries out one command on one handle: checks what must be bound, and chooses the flow. */
final class CommandExecution implements CommandHandler {

    private final StoreRuntime store;
    private final InstanceHandle handle;
    private final Deadline deadline;
    private final Progress progress;

    CommandExecution(StoreRuntime store, InstanceHandle handle, Deadline deadline, Progress progress) {
        this.store = store;
        this.handle = handle;
        this.deadline = deadline;
        this.progress = progress;
    }

    @Override
    public CompletableFuture<OwnerId> createOwner(CreateOwner command) {
        require(handle.boundOwner() == null, "the handle has an owner already");
        return new OwnerFlow(store, handle, progress).create(command.description());
    }

    @Override
    public CompletableFuture<OwnerId> retireOwner(RetireOwner command) {
        return new OwnerFlow(store, handle, progress).retire(owner());
    }

    @Override
    public CompletableFuture<SaveOutcome> createInstance(CreateInstance command) {
        require(handle.hold() == null, "the handle holds an instance already");
        return write(command.id(), command.changes(), Expected.absent(), after(command.after()));
    }

    @Override
    public CompletableFuture<SaveOutcome> saveInstance(SaveInstance command) {
        return write(command.id(), command.changes(), command.expected(), after(command.after()));
    }

    @Override
    public CompletableFuture<SaveOutcome> completeInstance(CompleteInstance command) {
        CompletionAction action = command.action() != null
                ? command.action()
                : owner().description().completion();
        After after = action == CompletionAction.KEEP ? After.COMPLETED : After.DELETED;
        return write(command.id(), command.changes(), command.expected(), after);
    }

    @Override
    public CompletableFuture<LoadOutcome> loadInstance(LoadInstance command) {
        InstanceId instance = instance();
        if (isFree(command.mode())) {
            return new ReadFlow(store, handle, command.mode()).byId(instance);
        }
        requireNoKeyId(command.mode());
        LoadFlow.Order order = order(command.id(), null, command.mode());
        return inSession(session -> loads(session).byId(order));
    }

    @Override
    public CompletableFuture<LoadOutcome> loadInstanceByKey(LoadInstanceByKey command) {
        requireNoInstance();
        if (isFree(command.mode())) {
            return new ReadFlow(store, handle, command.mode()).byKey(command.key());
        }
        LoadFlow.Order order = order(command.id(), command.key(), command.mode());
        return inSession(session -> loads(session).byKey(order, command.key()));
    }

    @Override
    public CompletableFuture<RunnableOutcome> loadRunnable(LoadRunnable command) {
        requireNoInstance();
        return inSession(session -> new RunnableFlow(store, handle, owner(), session).load(command.id()));
    }

    @Override
    public CompletableFuture<ReleaseOutcome> releaseInstance(ReleaseInstance command) {
        instance();
        return inSession(session -> new ControlFlow(store, handle, session).release(command.id()));
    }

    @Override
    public CompletableFuture<InstancePage> queryInstances(QueryInstances command) {
        requireNoInstance();
        return store.engine().query(command.query()).toCompletableFuture();
    }

    @Override
    public CompletableFuture<ControlOutcome> suspendInstance(SuspendInstance command) {
        instance();
        SuspensionChange suspend = new SuspensionChange.Suspend(command.reason(), command.failure());
        return inSession(session -> new ControlFlow(store, handle, session).suspend(command.id(), suspend));
    }

    @Override
    public CompletableFuture<ControlOutcome> resumeInstance(ResumeInstance command) {
        instance();
        SuspensionChange resume = new SuspensionChange.Resume();
        return inSession(session -> new ControlFlow(store, handle, session).suspend(command.id(), resume));
    }

    @Override
    public CompletableFuture<ControlOutcome> forceRelease(ForceRelease command) {
        instance();
        return inSession(session -> new ControlFlow(store, handle, session).revoke(command.id()));
    }

    @Override
    public CompletableFuture<ControlOutcome> deleteInstance(DeleteInstance command) {
        instance();
        return inSession(session -> new ControlFlow(store, handle, session).delete(command.id()));
    }

    private CompletableFuture<SaveOutcome> write(
            CommandId id, InstanceChanges changes, Expected expected, After after) {
        InstanceId instance = instance();
        LocalOwner owner = owner();
        StoredChanges stored = store.values().stored(instance, changes);
        if (!store.listeners().isEmpty()) {
            progress.carries(stored.payloadBytes());
        }
        WriteFlow.Order order = new WriteFlow.Order(id, stored, expected, after);
        return inSession(session -> {
            ClaimFlow claims = new ClaimFlow(store, session, deadline, instance);
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
        SlotSession session = new SlotSession(store, handle, owner(), deadline, progress);
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
        return new LoadFlow(store, handle, owner(), session, deadline);
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
            throw new OwnerLostException(owner.id(), handle.subject());
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
