// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.execution.OwnerlessCommands;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.waiting.AsyncLoop;
import dev.rehydrate.store.waiting.Callbacks;
import dev.rehydrate.store.waiting.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Commands for callers that never hold an instance: without owner and without handle. The store works for them as one owner of
 * its own. Loads that take nothing, saves and creations that release, completions, queries and control commands are possible;
 * a command that {@linkplain PersistenceCommand#needsHandle() needs a handle} is refused.
 *
 * <p>Immutable, and safe for use by many threads.
 */
public final class StoreCommands {

    /** How long a command may take unless another time is set. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    /** So many commands of a batch are under way at once, at most. */
    private static final int WINDOW = 64;

    private final OwnerlessCommands commands;
    private final Duration timeout;
    private final Executor executor;

    StoreCommands(OwnerlessCommands commands, Duration timeout, Executor executor) {
        this.commands = commands;
        this.timeout = timeout;
        this.executor = executor;
    }

    /**
     * Sets how long a command, or a batch, may take.
     *
     * @param longest how long; zero or more
     * @return a copy
     * @throws IllegalArgumentException if the time is negative
     */
    public StoreCommands withTimeout(Duration longest) {
        if (longest.isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative: " + longest);
        }
        return new StoreCommands(commands, longest, executor);
    }

    /**
     * Sets where answers are completed, and so where what is attached to them runs.
     *
     * @param callbacks runs each task that it is given, soon
     * @return a copy
     */
    public StoreCommands withExecutor(Executor callbacks) {
        return new StoreCommands(commands, timeout, Objects.requireNonNull(callbacks, "callbacks"));
    }

    /**
     * Carries out a command on an instance and waits for its answer.
     *
     * @param instance the instance, which need not exist
     * @param command what to do
     * @param <R> the answer
     * @return the answer
     * @throws IllegalArgumentException if the command needs a handle
     * @throws IllegalStateException if the store is closed, or the command names its instance by a key
     * @throws InstanceStoreException if a promise was broken; says whether the command took effect
     */
    public <R> R execute(InstanceId instance, PersistenceCommand<R> command) {
        return await(Objects.requireNonNull(instance, "instance"), command);
    }

    /**
     * Carries out a command that needs no instance, such as a load by key or a query, and waits for its answer.
     *
     * @param command what to do
     * @param <R> the answer
     * @return the answer
     * @throws IllegalArgumentException if the command needs a handle
     * @throws IllegalStateException if the store is closed, or the command needs an instance
     * @throws InstanceStoreException if a promise was broken; says whether the command took effect
     */
    public <R> R execute(PersistenceCommand<R> command) {
        return await(null, command);
    }

    /**
     * Counts the instances that meet the conditions of a query, whatever page it asks for.
     *
     * @param query the conditions
     * @return how many there are
     * @throws IllegalStateException if the store is closed
     * @throws InstanceStoreException if the store cannot answer, or if it may have more than it can count
     *     ({@link InstancePage#gap()})
     */
    public long count(InstanceQuery query) {
        return complete(execute(QueryInstances.of(query.countOnly()))).total();
    }

    /**
     * Tells whether an instance meets the conditions of a query, whatever page it asks for. Costs less than to count.
     *
     * @param query the conditions
     * @return whether there is at least one
     * @throws IllegalStateException if the store is closed
     * @throws InstanceStoreException if the store cannot answer, or if it finds none but may have one that it cannot list
     *     ({@link InstancePage#gap()})
     */
    public boolean exists(InstanceQuery query) {
        InstancePage found = execute(QueryInstances.of(query.anyOnly()));
        return !found.isEmpty() || !complete(found).isEmpty();
    }

    /** A number and a yes or no have no room to say that something may be missing. */
    private static InstancePage complete(InstancePage page) {
        if (page.gap() != null) {
            throw new StoreUnavailableException("a query cannot be answered: " + page.gap(), Subject.NONE, null);
        }
        return page;
    }

    /**
     * Carries out a command on an instance.
     *
     * @param instance the instance, which need not exist
     * @param command what to do
     * @param <R> the answer
     * @return the answer, or the failure that {@link #execute(InstanceId, PersistenceCommand)} would throw, completed by the
     *     executor. Cancelling it does not call the command off.
     * @throws IllegalArgumentException as {@link #execute(InstanceId, PersistenceCommand)}
     * @throws IllegalStateException as {@link #execute(InstanceId, PersistenceCommand)}
     */
    public <R> CompletableFuture<R> executeAsync(InstanceId instance, PersistenceCommand<R> command) {
        return handedOut(begin(Objects.requireNonNull(instance, "instance"), command, timeout));
    }

    /**
     * Carries out a command that needs no instance, such as a load by key or a query.
     *
     * @param command what to do
     * @param <R> the answer
     * @return the answer, or the failure that {@link #execute(PersistenceCommand)} would throw, completed by the executor.
     *     Cancelling it does not call the command off.
     * @throws IllegalArgumentException as {@link #execute(PersistenceCommand)}
     * @throws IllegalStateException as {@link #execute(PersistenceCommand)}
     */
    public <R> CompletableFuture<R> executeAsync(PersistenceCommand<R> command) {
        return handedOut(begin(null, command, timeout));
    }

    /**
     * Carries out many commands, some at a time, each by itself: one that fails does not touch the others. The values of a command are
     * encoded when it is begun, so objects in them must not change before the outcomes are there.
     *
     * @param items the commands; several on one instance are carried out in no particular order
     * @param <R> the answer of each
     * @return an outcome for each item, in the order of the items. An item that was not begun in time, or not any more because the store
     *     was closed, has failed as unavailable.
     * @throws IllegalArgumentException if a command needs a handle, or is not about an instance; nothing was done
     * @throws IllegalStateException if the store is closed
     */
    public <R> CompletableFuture<List<ItemOutcome<R>>> executeAll(List<Item<R>> items) {
        List<Item<R>> all = List.copyOf(items);
        all.forEach(item -> requireOfInstance(item.command()));
        commands.requireOpen();
        Deadline deadline = Deadline.in(commands.time(), timeout);
        List<ItemOutcome<R>> outcomes = new ArrayList<>();
        return handedOut(AsyncLoop.whileTrue(() -> {
                    int from = outcomes.size();
                    List<Item<R>> window = all.subList(from, Math.min(all.size(), from + WINDOW));
                    return together(window, deadline).thenApply(done -> {
                        outcomes.addAll(done);
                        return outcomes.size() < all.size();
                    });
                })
                .thenApply(ended -> List.copyOf(outcomes)));
    }

    private <R> CompletableFuture<List<ItemOutcome<R>>> together(List<Item<R>> window, Deadline deadline) {
        List<CompletableFuture<ItemOutcome<R>>> running =
                window.stream().map(item -> outcome(item, deadline)).toList();
        return CompletableFuture.allOf(running.toArray(CompletableFuture[]::new))
                .thenApply(done -> running.stream()
                        .map(outcome -> Objects.requireNonNull(outcome.getNow(null)))
                        .toList());
    }

    private <R> CompletableFuture<ItemOutcome<R>> outcome(Item<R> item, Deadline deadline) {
        if (deadline.isOver()) {
            InstanceStoreException late = new StoreUnavailableException(
                    "the time of the batch was over", InstanceStoreException.Subject.of(item.instance()), null);
            return CompletableFuture.completedFuture(new ItemOutcome<>(item, null, late));
        }
        CompletableFuture<R> begun;
        try {
            begun = begin(item.instance(), item.command(), deadline.remainingOrZero());
        } catch (RuntimeException notBegun) {
            InstanceStoreException failure = new StoreUnavailableException(
                    "the command cannot be begun: " + notBegun,
                    InstanceStoreException.Subject.of(item.instance()),
                    notBegun);
            return CompletableFuture.completedFuture(new ItemOutcome<>(item, null, failure));
        }
        return begun.handle((answer, failure) -> new ItemOutcome<>(item, answer, failureOf(item, failure)));
    }

    private static @Nullable InstanceStoreException failureOf(Item<?> item, @Nullable Throwable failure) {
        if (failure == null) {
            return null;
        }
        Throwable cause = Failures.unwrap(failure);
        return cause instanceof InstanceStoreException known
                ? known
                : new OutcomeUnknownException(
                        String.valueOf(cause), InstanceStoreException.Subject.of(item.instance()), cause);
    }

    private <R> R await(@Nullable InstanceId instance, PersistenceCommand<R> command) {
        requireNoHandle(command);
        requireFitting(instance, command);
        try {
            return commands.execute(instance, command, timeout);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw Failures.interrupted(command, InstanceStoreException.Subject.of(instance), interrupted);
        }
    }

    private <R> CompletableFuture<R> begin(
            @Nullable InstanceId instance, PersistenceCommand<R> command, Duration longest) {
        requireNoHandle(command);
        requireFitting(instance, command);
        return commands.begin(instance, command, longest);
    }

    private <R> CompletableFuture<R> handedOut(CompletableFuture<R> answer) {
        return Callbacks.handedOut(answer, executor);
    }

    private static void requireNoHandle(PersistenceCommand<?> command) {
        if (command.needsHandle()) {
            throw new IllegalArgumentException(
                    "the command needs a handle, because it is about a hold or an owner: give it"
                            + " with InstanceStore.execute, command=" + Failures.name(command));
        }
    }

    /** The caller knows of no handle, which would be told otherwise that it has an instance or lacks one. */
    private static void requireFitting(@Nullable InstanceId instance, PersistenceCommand<?> command) {
        if (instance == null && !namesNoInstance(command)) {
            throw new IllegalStateException(
                    "the command is about an instance: give it with execute(instance, command) or"
                            + " executeAsync(instance, command), command=" + Failures.name(command));
        }
        if (instance != null && namesNoInstance(command)) {
            throw new IllegalStateException(
                    "the command is about no instance that is named: give it with execute(command) or"
                            + " executeAsync(command), command=" + Failures.name(command) + " instance=" + instance);
        }
    }

    private static boolean namesNoInstance(PersistenceCommand<?> command) {
        return command instanceof LoadInstanceByKey || command instanceof QueryInstances;
    }

    private static void requireOfInstance(PersistenceCommand<?> command) {
        requireNoHandle(command);
        if (namesNoInstance(command)) {
            throw new IllegalArgumentException(
                    "the items of a batch are commands on instances: give this one with executeAsync, command="
                            + Failures.name(command));
        }
    }

    /**
     * One command of a batch.
     *
     * @param instance the instance, which need not exist
     * @param command what to do
     * @param <R> the answer
     */
    public record Item<R>(InstanceId instance, PersistenceCommand<R> command) {
        /** Checks that nothing is missing. */
        public Item {
            Objects.requireNonNull(instance, "instance");
            Objects.requireNonNull(command, "command");
        }
    }

    /**
     * What became of one command of a batch.
     *
     * @param item the command
     * @param answer its answer, or null if it failed
     * @param failure why it failed, or null
     * @param <R> the type of the answer
     */
    public record ItemOutcome<R>(
            Item<R> item, @Nullable R answer, @Nullable InstanceStoreException failure) {

        /**
         * For callers that expect no failure.
         *
         * @return the answer
         * @throws InstanceStoreException if the command failed
         */
        public R orThrow() {
            if (failure != null) {
                throw failure;
            }
            return Objects.requireNonNull(answer, "answer");
        }
    }
}
