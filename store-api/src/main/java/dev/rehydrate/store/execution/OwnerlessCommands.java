// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.Deadline;
import dev.rehydrate.store.waiting.WaitingCaller;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Carries out commands for callers without owner and handle: each command has a handle of its own, freed after it. */
public final class OwnerlessCommands {

    private final StoreRuntime runtime;
    private final CommandDispatch dispatch;
    private final StoreOwner storeOwner;

    public OwnerlessCommands(StoreRuntime runtime, CommandDispatch dispatch) {
        this.runtime = runtime;
        this.dispatch = dispatch;
        this.storeOwner = new StoreOwner(runtime, dispatch);
    }

    /** {@return the clocks of the store} */
    public TimeSource time() {
        return runtime.options().time();
    }

    /**
     * Checks that commands can be given.
     *
     * @throws IllegalStateException if the store is closed
     */
    public void requireOpen() {
        dispatch.requireUsable(Duration.ZERO);
    }

    /** Completes when the hold of an instance was given up, as far as this store hears of it, or when the time is over. */
    public CompletableFuture<Void> releaseOf(InstanceId instance, Duration timeout) {
        return dispatch.isClosed()
                ? CompletableFuture.completedFuture(null)
                : runtime.releaseNews().await(instance, timeout);
    }

    /**
     * Waits until something is over that ends by itself.
     *
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public void await(CompletableFuture<Void> over, Supplier<String> what) throws InterruptedException {
        dispatch.await(over, what);
    }

    /**
     * Carries out a command and waits for its answer.
     *
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public <R> R execute(@Nullable InstanceId instance, PersistenceCommand<R> command, Duration timeout)
            throws InterruptedException {
        WaitingCaller caller = dispatch.waiter();
        return dispatch.await(caller, begin(instance, command, timeout, caller), () -> text(instance, command));
    }

    /**
     * Carries out a command on a handle that stays with the caller, and waits for its answer.
     *
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    public <R> R execute(LocalHandle handle, PersistenceCommand<R> command, Duration timeout)
            throws InterruptedException {
        return dispatch.executeInterruptibly(handle, command, timeout);
    }

    /**
     * Makes a handle that stays with the caller.
     *
     * @throws InterruptedException if the thread was interrupted while it waited for the owner of this store
     */
    public LocalHandle handle(@Nullable InstanceId instance, Duration timeout) throws InterruptedException {
        dispatch.requireUsable(timeout);
        return dispatch.handle(dispatch.await(owner(timeout), () -> "the owner of this store"), instance);
    }

    /** Carries out a command; its answer is completed in a thread of the store or of the time source. */
    public <R> CompletableFuture<R> begin(
            @Nullable InstanceId instance, PersistenceCommand<R> command, Duration timeout) {
        return begin(instance, command, timeout, Runnable::run);
    }

    private <R> CompletableFuture<R> begin(
            @Nullable InstanceId instance, PersistenceCommand<R> command, Duration timeout, Executor steps) {
        dispatch.requireUsable(timeout);
        Deadline deadline = Deadline.in(time(), timeout);
        CompletableFuture<LocalOwner> owner = owner(timeout);
        if (owner.isDone() && !owner.isCompletedExceptionally()) {
            return run(dispatch.handle(Objects.requireNonNull(owner.getNow(null)), instance), command, timeout, steps);
        }
        PersistenceCommand<R> given;
        try {
            given = runtime.values().encoded(instance, command);
        } catch (InstanceStoreException unwritable) {
            return CompletableFuture.failedFuture(unwritable);
        }
        return owner.thenCompose(
                known -> run(dispatch.handle(known, instance), given, deadline.remainingOrZero(), steps));
    }

    private <R> CompletableFuture<R> run(
            LocalHandle handle, PersistenceCommand<R> command, Duration timeout, Executor steps) {
        CompletableFuture<R> answer;
        try {
            answer = dispatch.begin(handle, command, timeout, steps);
        } catch (RuntimeException | Error misuse) {
            handle.close();
            throw misuse;
        }
        return answer.whenComplete((result, failure) -> handle.close());
    }

    private CompletableFuture<LocalOwner> owner(Duration timeout) {
        CompletableFuture<LocalOwner> owner = storeOwner.get();
        if (owner.isDone()) {
            return owner;
        }
        CompletableFuture<LocalOwner> inTime = owner.copy();
        TimeSource.Cancellable timer =
                runtime.deadlines().set(timeout, () -> inTime.completeExceptionally(Failures.noOwnerInTime()));
        var unused = inTime.whenComplete((known, failure) -> timer.cancel());
        return inTime;
    }

    private static String text(@Nullable InstanceId instance, PersistenceCommand<?> command) {
        return instance == null ? Failures.name(command) : Failures.name(command) + " on instance " + instance;
    }
}
