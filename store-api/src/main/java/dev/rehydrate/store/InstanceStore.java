// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.stability.Experimental;
import dev.rehydrate.store.diagnostics.EngineInspection;
import dev.rehydrate.store.diagnostics.EngineRepair;
import dev.rehydrate.store.diagnostics.HealthCheck;
import dev.rehydrate.store.execution.CommandDispatch;
import dev.rehydrate.store.execution.OwnerlessCommands;
import dev.rehydrate.store.inspection.StoreInspection;
import dev.rehydrate.store.inspection.StoreRepair;
import dev.rehydrate.store.maintenance.MaintenanceTasks;
import dev.rehydrate.store.runtime.Closing;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.typed.TypedInstances;
import dev.rehydrate.store.waiting.Callbacks;
import dev.rehydrate.typed.Instances;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Keeps workflow instances while no host needs them in memory, and makes sure that only one host at a time writes each
 * (contract §1.2). Hosts give it commands on handles; providers extend it with an engine, and with nothing else: checks,
 * rules, deadlines, leases and failures are the same for all.
 *
 * <p>Safe for use by many threads. A store may have any number of owners.
 */
public abstract class InstanceStore implements AutoCloseable {

    private final StoreRuntime runtime;
    private final CommandDispatch dispatch;
    private final OwnerlessCommands ownerless;
    private final MaintenanceTasks maintenance;
    private final Supplier<StoreFacts> facts;
    private final Closing closing = new Closing(this::closeAll);

    /**
     * Makes a store on an engine and starts its housekeeping.
     *
     * @param engine stores slots; closed with this store, or at once if it cannot be opened
     * @param options the settings
     */
    @Experimental
    protected InstanceStore(StorageEngine engine, StoreOptions options) {
        // This process may be one of several copies that were restored from one image.
        CommandId.renewOrigin();
        this.runtime = runtime(engine, options);
        this.dispatch = new CommandDispatch(runtime);
        this.ownerless = new OwnerlessCommands(runtime, dispatch);
        this.maintenance = new MaintenanceTasks(runtime);
        this.facts = runtime::facts;
        maintenance.start();
        runtime.listeners().opened(facts);
    }

    private static StoreRuntime runtime(StorageEngine engine, StoreOptions options) {
        try {
            return new StoreRuntime(options.decorator().apply(engine), options);
        } catch (RuntimeException | Error failure) {
            // No other object has a reference to the engine that could close it.
            engine.close();
            throw failure;
        }
    }

    /**
     * Gives the short way to the instances of one kind: objects by key, without owners, handles and commands.
     *
     * @param name the name of the kind, kept as the name of its definition; not blank
     * @param type the type of the objects, which the values of this store must be able to keep
     * @param <T> that type
     * @return the instances of this kind
     * @throws IllegalArgumentException if the name is blank, or this store cannot keep objects of the type; the message says
     *     what is missing
     */
    public final <T> Instances<T> instances(String name, Class<T> type) {
        return TypedInstances.of(ownerless, name, type, values());
    }

    /**
     * Gives the full set of commands to callers that never hold an instance: without owner and without handle.
     *
     * @return commands with a timeout of {@link StoreCommands#DEFAULT_TIMEOUT}, answered in threads of this store
     */
    public final StoreCommands commands() {
        return new StoreCommands(
                ownerless, StoreCommands.DEFAULT_TIMEOUT, runtime.engine().callbackExecutor());
    }

    /**
     * Makes a handle without owner, to create one on.
     *
     * @return a new handle
     */
    public final InstanceHandle createHandle() {
        // An owner that loses its lease since nothing renews it is followed by another one.
        maintenance.goOn();
        return new InstanceHandle(dispatch.handle());
    }

    /**
     * Makes a handle without instance, for loads by key, for runnable instances and for queries.
     *
     * @param owner an owner created by this store
     * @return a new handle
     * @throws IllegalArgumentException if the owner was not created by this store
     * @throws OwnerLostException if the owner is lost or retired
     */
    public final InstanceHandle createHandle(OwnerId owner) {
        return new InstanceHandle(dispatch.handle(owner, null));
    }

    /**
     * Makes a handle on an instance, which need not exist.
     *
     * @param owner an owner created by this store
     * @param instance the instance
     * @return a new handle
     * @throws IllegalArgumentException if the owner was not created by this store
     * @throws OwnerLostException if the owner is lost or retired
     */
    public final InstanceHandle createHandle(OwnerId owner, InstanceId instance) {
        Objects.requireNonNull(instance, "instance");
        return new InstanceHandle(dispatch.handle(owner, instance));
    }

    /**
     * Carries out a command and waits for its answer.
     *
     * @param handle for whom and on what; used by no other command meanwhile
     * @param command what to do
     * @param timeout how long to wait; zero or more
     * @param <R> the answer
     * @return the answer
     * @throws IllegalArgumentException if the handle was made by another store, or the timeout is negative
     * @throws IllegalStateException if another command runs on the handle, the handle has not bound what the command
     *     needs, or the store is closed; nothing was done, and the handle stays as it is
     * @throws InstanceStoreException if a promise was broken; says whether the command took effect.
     *     After a timeout, a lost hold or a handle conflict the handle is freed; otherwise it stays usable. If the thread is
     *     interrupted while it waits, the command goes on, the handle is freed, and the thread stays interrupted.
     */
    public final <R> R execute(InstanceHandle handle, PersistenceCommand<R> command, Duration timeout) {
        return dispatch.execute(handle.local(), command, timeout);
    }

    /**
     * Carries out a command as {@link #execute} does, for a provider that keeps something for it. A command can outlast the wait of
     * its caller: one whose caller was interrupted goes on, and one that was sent before the timeout may still be carried out.
     *
     * @param handle for whom and on what; used by no other command meanwhile
     * @param command what to do
     * @param timeout how long to wait; zero or more
     * @param over called when no step of the command is sent any more, also if none ever was; must not block or fail
     * @param <R> the answer
     * @return the answer
     */
    protected final <R> R executeUntilOver(
            InstanceHandle handle, PersistenceCommand<R> command, Duration timeout, Runnable over) {
        if (handle == null) {
            over.run();
            throw new NullPointerException("handle");
        }
        return dispatch.execute(handle.local(), command, timeout, over);
    }

    /**
     * Carries out a command.
     *
     * @param handle for whom and on what; used by no other command until the answer is there
     * @param command what to do
     * @param timeout how long the answer may take; zero or more
     * @param <R> the answer
     * @return the answer, or the failure that {@link #execute} would throw. Completed in a thread of the store or of the time
     *     source, which must not be blocked. Cancelling it frees the handle: the command goes on, and a hold that it gets is
     *     given back.
     * @throws IllegalArgumentException as {@link #execute}
     * @throws IllegalStateException as {@link #execute}
     */
    public final <R> CompletableFuture<R> executeAsync(
            InstanceHandle handle, PersistenceCommand<R> command, Duration timeout) {
        CompletableFuture<R> answer = dispatch.begin(handle.local(), command, timeout);
        return answer.isDone()
                ? answer
                : handedOut(handle, answer, runtime.engine().callbackExecutor());
    }

    /**
     * Carries out a command and completes its answer by an executor of the caller.
     *
     * @param handle for whom and on what; used by no other command until the answer is there
     * @param command what to do
     * @param timeout how long the answer may take; zero or more
     * @param executor completes the answer, and so runs what is attached to it
     * @param <R> the answer
     * @return the answer, or the failure that {@link #execute} would throw. Cancelling it frees the handle, as with {@link
     *     #executeAsync(InstanceHandle, PersistenceCommand, Duration)}.
     * @throws IllegalArgumentException as {@link #execute}
     * @throws IllegalStateException as {@link #execute}
     */
    public final <R> CompletableFuture<R> executeAsync(
            InstanceHandle handle, PersistenceCommand<R> command, Duration timeout, Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return handedOut(handle, dispatch.begin(handle.local(), command, timeout), executor);
    }

    private static <R> CompletableFuture<R> handedOut(
            InstanceHandle handle, CompletableFuture<R> answer, Executor executor) {
        CompletableFuture<R> toUser = Callbacks.handedOut(answer, executor);
        var unused = toUser.whenComplete((result, failure) -> {
            if (toUser.isCancelled()) {
                handle.close();
            }
        });
        return toUser;
    }

    /**
     * Waits until an event of the handle's owner is set (contract §1.9).
     *
     * @param handle the handle on which the owner was created
     * @param timeout how long to wait; zero only looks
     * @return the events that are set; empty if none was in time, or the thread was interrupted and stays so, after which the handle
     *     stays usable
     * @throws IllegalArgumentException if the handle was made by another store, or the timeout is negative
     * @throws IllegalStateException if the handle is not the one of an owner, another call waits on it already, or the store is
     *     closed
     * @throws HandleFreedException if the handle is freed, before or meanwhile
     * @throws OwnerLostException if the owner is lost, before or meanwhile
     */
    public final Set<StoreEvent> waitForEvents(InstanceHandle handle, Duration timeout) {
        CompletableFuture<Set<StoreEvent>> wait = eventsAsync(handle, timeout);
        try {
            return CommandDispatch.result(wait);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            wait.cancel(false);
            return Set.of();
        }
    }

    /**
     * Waits until an event of the handle's owner is set, without a thread.
     *
     * @param handle the handle on which the owner was created
     * @param timeout how long to wait; zero only looks
     * @return the events that are set, or empty, or the failure that {@link #waitForEvents} would throw
     * @throws IllegalArgumentException as {@link #waitForEvents}
     * @throws IllegalStateException as {@link #waitForEvents}
     */
    public final CompletableFuture<Set<StoreEvent>> eventsAsync(InstanceHandle handle, Duration timeout) {
        return dispatch.events(handle.local(), timeout);
    }

    /**
     * Waits until the hold of an instance was given up, as far as this store hears of it (contract §4.3). For a host that was
     * answered who holds the instance, and would rather not just ask again and again. It is only a hint: the news may be lost,
     * or another caller may be faster, so a caller that waits asks again after a while also without it.
     *
     * @param instance the instance, which need not exist
     * @param timeout how long to wait at most; zero or more
     * @return completes with null when the hold was given up, when the time is over, or when this store is closed; never fails.
     *     May be cancelled or completed, which ends the wait. Completed in a thread of the store or of the time source, which
     *     must not be blocked.
     * @throws IllegalArgumentException if the timeout is negative
     */
    public final CompletableFuture<Void> releaseOf(InstanceId instance, Duration timeout) {
        Objects.requireNonNull(instance, "instance");
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative: " + timeout);
        }
        return dispatch.isClosed()
                ? CompletableFuture.completedFuture(null)
                : runtime.releaseNews().await(instance, timeout);
    }

    /**
     * Registers something that has to end before this store does, because it keeps in memory what is not saved yet. Hosts
     * register themselves.
     *
     * @param dependent is asked to end by {@link #close()}, while commands can still be given
     * @return takes the registration back
     * @throws IllegalStateException if the store is closed or being closed
     */
    public final StoreDependent.Registration beforeClose(StoreDependent dependent) {
        return closing.register(Objects.requireNonNull(dependent, "dependent"));
    }

    /**
     * Ends what {@linkplain #beforeClose depends} on this store, such as hosts, which save what they have in memory; then
     * retires the owners of this store, so that others can take over at once, and frees what the store uses. Commands that are
     * running then may still take effect.
     *
     * <p>May be called by several threads and again: the store closes once, and each call returns when it is closed. Called
     * from a handler, a listener or a callback, for which the close itself waits, it returns at once, and the store is closed
     * in the background.
     */
    @Override
    public void close() {
        closing.close();
    }

    private void closeAll() {
        dispatch.close();
        try {
            maintenance.close();
            runtime.retireOwners();
            runtime.listeners().closed(facts);
        } finally {
            runtime.engine().close();
        }
    }

    /**
     * Checks the health of this store: whether its data can be reached, whether its owners live, whether each instance has
     * its backups, and whether what has expired is swept. Never blocks.
     *
     * @return the verdict, after two seconds at the latest; never a failure
     */
    public final CompletableFuture<StoreHealth> health() {
        maintenance.goOn();
        return dispatch.isClosed()
                ? CompletableFuture.completedFuture(HealthCheck.closed(runtime.facts()))
                : new HealthCheck(runtime).look();
    }

    /**
     * Tells where an instance is kept, or would be, so that a message can be brought to where loads and saves are local.
     *
     * @param instance the instance, which need not exist
     * @return the place, or empty if the provider has no places or does not know just now
     */
    @Experimental
    public final Optional<Placement> placementOf(InstanceId instance) {
        return dispatch.isClosed() ? Optional.empty() : runtime.engine().placementOf(SlotAddress.of(instance));
    }

    /** {@return what tools see of owners and keys; it works until this store is closed} */
    @Experimental
    public final StoreInspection inspection() {
        return new EngineInspection(runtime.engine(), runtime.watch(), runtime.deadlines(), dispatch::isClosed);
    }

    /** {@return what tools do about damaged records; it works until this store is closed} */
    @Experimental
    public final StoreRepair repair() {
        return new EngineRepair(runtime, dispatch::isClosed);
    }

    /** {@return how named values become bytes here, and which types can} */
    public final dev.rehydrate.codec.ValueEncoding values() {
        return runtime.options().values();
    }

    /** {@return the figures of this store at this moment} */
    public final StoreFacts facts() {
        return runtime.facts();
    }

    /** {@return the time by which instances become due; of a farm, the one that its nodes agree on} */
    public final Instant now() {
        return runtime.engine().now();
    }
}
