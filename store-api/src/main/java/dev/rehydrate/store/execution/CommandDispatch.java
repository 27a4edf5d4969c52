// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.store.observation.Observation;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.AdaptiveSpin;
import dev.rehydrate.store.waiting.Course;
import dev.rehydrate.store.waiting.Deadline;
import dev.rehydrate.store.waiting.Progress;
import dev.rehydrate.store.waiting.WaitingCaller;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the handles of a store and carries out commands on them: deadline, observation, and the end of the handle. */
public final class CommandDispatch {

    private final StoreRuntime runtime;
    private final TimeSource time;
    private final AdaptiveSpin spin = new AdaptiveSpin();
    private volatile boolean closed;

    public CommandDispatch(StoreRuntime runtime) {
        this.runtime = runtime;
        this.time = runtime.options().time();
    }

    /** {@return the thread that calls, which is about to wait for one command} */
    WaitingCaller waiter() {
        return new WaitingCaller(runtime.engine().callersMayLook() ? spin : null);
    }

    /** Takes no command from now on. */
    public void close() {
        closed = true;
    }

    /** {@return whether it takes no command any more} */
    public boolean isClosed() {
        return closed;
    }

    /** A handle without owner and instance. */
    public LocalHandle handle() {
        return new LocalHandle(runtime, null, null);
    }

    /**
     * A handle of an owner of this store.
     *
     * @throws IllegalArgumentException if the owner is of another store
     * @throws OwnerLostException if the owner is lost or retired
     */
    public LocalHandle handle(OwnerId owner, @Nullable InstanceId instance) {
        return handle(localOwner(owner), instance);
    }

    /**
     * A handle of an owner.
     *
     * @throws OwnerLostException if the owner is lost or retired
     */
    LocalHandle handle(LocalOwner owner, @Nullable InstanceId instance) {
        LocalHandle handle = new LocalHandle(runtime, owner, instance);
        if (!owner.adopt(handle)) {
            throw owner.lostException(Subject.NONE);
        }
        return handle;
    }

    private LocalOwner localOwner(OwnerId id) {
        Objects.requireNonNull(id, "owner");
        LocalOwner owner = runtime.owner(id).orElseThrow(() -> formerOwner(id));
        if (owner.isLost()) {
            throw owner.lostException(Subject.NONE);
        }
        return owner;
    }

    private RuntimeException formerOwner(OwnerId id) {
        if (!runtime.knew(id)) {
            return new IllegalArgumentException("no owner of this store: " + id);
        }
        return closed ? OwnerLostException.storeClosed(id, Subject.NONE) : new OwnerLostException(id, Subject.NONE);
    }

    private static void nothing() {}

    /** Carries out a command and waits for its answer; see {@code InstanceStore.execute}. */
    public <R> R execute(LocalHandle handle, PersistenceCommand<R> command, Duration timeout) {
        return execute(handle, command, timeout, CommandDispatch::nothing);
    }

    /** The same; see {@code InstanceStore.executeUntilOver}. */
    public <R> R execute(LocalHandle handle, PersistenceCommand<R> command, Duration timeout, Runnable over) {
        try {
            return executeInterruptibly(handle, command, timeout, over);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            Subject subject = handle.subject();
            handle.close();
            throw Failures.interrupted(command, subject, interrupted);
        }
    }

    /**
     * Carries out a command and waits for its answer. After an interrupt the command goes on, and the handle is as it is.
     *
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    <R> R executeInterruptibly(LocalHandle handle, PersistenceCommand<R> command, Duration timeout)
            throws InterruptedException {
        return executeInterruptibly(handle, command, timeout, CommandDispatch::nothing);
    }

    private <R> R executeInterruptibly(
            LocalHandle handle, PersistenceCommand<R> command, Duration timeout, Runnable over)
            throws InterruptedException {
        WaitingCaller caller = waiter();
        CompletableFuture<R> answer;
        try {
            answer = begin(handle, command, timeout, caller, over);
        } catch (RuntimeException | Error notBegun) {
            over.run();
            throw notBegun;
        }
        return await(caller, answer, () -> Failures.name(command) + " on " + handle);
    }

    /**
     * Waits for the answer to a command whose steps are the caller's.
     *
     * @throws InterruptedException if the thread was interrupted while it waited
     */
    <R> R await(WaitingCaller caller, CompletableFuture<R> answer, Supplier<String> what) throws InterruptedException {
        time.beforeBlocking(answer, what);
        caller.await(answer);
        return result(answer);
    }

    /** Waits for an answer that comes, or fails, by its deadline. */
    <R> R await(CompletableFuture<R> answer, Supplier<String> what) throws InterruptedException {
        time.beforeBlocking(answer, what);
        return result(answer);
    }

    /** Waits for what has a deadline of its own. */
    public static <R> R result(CompletableFuture<R> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException failed) {
            throw Failures.rethrown(failed);
        }
    }

    /** Carries out a command; its answer is completed in a thread of the store or of the time source. */
    public <R> CompletableFuture<R> begin(LocalHandle handle, PersistenceCommand<R> command, Duration timeout) {
        return begin(handle, command, timeout, Runnable::run);
    }

    /** Carries out a command whose steps an executor runs, as far as they follow an answer to this command alone. */
    <R> CompletableFuture<R> begin(
            LocalHandle handle, PersistenceCommand<R> command, Duration timeout, Executor steps) {
        return begin(handle, command, timeout, steps, CommandDispatch::nothing);
    }

    private <R> CompletableFuture<R> begin(
            LocalHandle handle, PersistenceCommand<R> command, Duration timeout, Executor steps, Runnable over) {
        Objects.requireNonNull(command, "command");
        requireUsable(handle, timeout);
        Progress progress = new Progress();
        Course course = new Course(Deadline.in(time, timeout), progress, runtime.inContext(steps));
        Observation observation = runtime.observation();
        return observation.isOff()
                ? run(handle, command, course, over)
                : observation.watch(handle, command, progress, () -> run(handle, command, course, over));
    }

    /** Waits until an event of the owner of a handle is set. */
    public CompletableFuture<Set<StoreEvent>> events(LocalHandle handle, Duration timeout) {
        requireUsable(handle, timeout);
        LocalOwner owner = handle.boundOwner();
        if (owner == null || owner.ownHandle() != handle) {
            throw new IllegalStateException(
                    "events come to the handle on which the owner was created, not to " + handle);
        }
        if (!handle.isValid() || owner.isLost()) {
            return CompletableFuture.failedFuture(handle.freedException());
        }
        CompletableFuture<Set<StoreEvent>> wait = owner.events().await();
        if (timeout.isZero()) {
            owner.events().giveUp(wait);
        } else if (!wait.isDone()) {
            limit(wait, owner, timeout);
        }
        return wait;
    }

    private void limit(CompletableFuture<Set<StoreEvent>> wait, LocalOwner owner, Duration timeout) {
        try {
            TimeSource.Cancellable timer =
                    time.schedule(timeout, () -> owner.events().giveUp(wait));
            var unused = wait.whenComplete((events, failure) -> timer.cancel());
        } catch (RuntimeException | Error notLimited) {
            // Its caller does not have it: it must not take the next event.
            owner.events().giveUp(wait);
            throw notLimited;
        }
    }

    private void requireUsable(LocalHandle handle, Duration timeout) {
        if (!handle.wasMadeBy(runtime)) {
            throw new IllegalArgumentException("the handle was made by another store: " + handle);
        }
        requireUsable(timeout);
    }

    void requireUsable(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative: " + timeout);
        }
        if (closed) {
            throw new IllegalStateException("the store is closed, nothing was changed: use a store that is open");
        }
    }

    private <R> CompletableFuture<R> run(
            LocalHandle handle, PersistenceCommand<R> command, Course course, Runnable over) {
        try {
            handle.begin();
        } catch (InstanceStoreException freed) {
            over.run();
            return CompletableFuture.failedFuture(freed);
        }
        CommandExecution execution = new CommandExecution(runtime, handle, course);
        CompletableFuture<R> running;
        try {
            running = command.dispatchTo(execution).toCompletableFuture();
        } catch (InstanceStoreException refused) {
            running = CompletableFuture.failedFuture(refused);
        } catch (RuntimeException | Error misuse) {
            handle.end();
            throw misuse;
        }
        var unused = running.whenComplete((result, failure) -> over.run());
        return answered(handle, command, running, course);
    }

    private <R> CompletableFuture<R> answered(
            LocalHandle handle, PersistenceCommand<R> command, CompletableFuture<R> running, Course course) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        AtomicBoolean decided = new AtomicBoolean();
        TimeSource.Cancellable timer = running.isDone()
                ? () -> {}
                : runtime.deadlines().set(course.deadline().remainingOrZero(), () -> {
                    Subject subject = handle.subject();
                    boolean inDoubt = course.progress().stop();
                    if (!answer.isDone() && decided.compareAndSet(false, true)) {
                        // Before the answer, after which its receiver goes on at once and looks whether the handle is
                        // valid.
                        handle.close();
                        answer.completeExceptionally(Failures.tooLate(command, subject, inDoubt));
                    }
                });
        var unused = running.whenComplete((result, failure) -> {
            timer.cancel();
            boolean inTime = decided.compareAndSet(false, true);
            Throwable described = failure == null ? null : Failures.describe(failure, command, handle.subject());
            if (described != null && Failures.endsHandle(described)) {
                // Under the hold of the handle, or an earlier one: a hold that is lost is not there to be given back.
                handle.free(true);
            }
            handle.end();
            if (inTime && described != null) {
                answer.completeExceptionally(described);
            } else if (inTime) {
                answer.complete(result);
            }
        });
        return answer;
    }
}
