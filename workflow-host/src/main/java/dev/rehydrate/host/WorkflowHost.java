// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.async.ApplicationCode;
import dev.rehydrate.host.async.CallLimiter;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.host.control.InstanceFinder;
import dev.rehydrate.host.lifecycle.GracefulShutdown;
import dev.rehydrate.host.lifecycle.HostParts;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.turn.Call;
import dev.rehydrate.host.turn.MessageForwarder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.stability.Experimental;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreDependent;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Brings messages to workflow instances: message → key → load → turn → save → reply (contract §5). Turns of one instance
 * run one after another, of different instances at the same time; no thread is held while a message waits for the store,
 * for its turn or for another host. Safe for use by many threads.
 *
 * <p>A host is one owner of its store. When its lease expires it drops the instances in memory, publishes an event,
 * registers anew and goes on; turns that were not saved run again.
 */
public final class WorkflowHost implements AutoCloseable {

    /** How long {@link #close()} waits for turns and saves. */
    public static final Duration CLOSE_TIME = Duration.ofSeconds(30);

    private final HostParts parts;
    private final CallLimiter calls;
    private final MessageForwarder forwarder;
    private final Runnable shutdown;
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private final StoreDependent.Registration registration;

    WorkflowHost(HostParts parts, MessageForwarder forwarder, Runnable shutdown) {
        this.parts = parts;
        this.forwarder = forwarder;
        this.calls = new CallLimiter(parts.settings().limits().calls());
        this.shutdown = shutdown;
        this.registration = parts.context().services().store().store().beforeClose(new BeforeItsStore());
    }

    /** What is in memory can be saved as long as the store is open. */
    private final class BeforeItsStore implements StoreDependent {

        @Override
        public CompletionStage<?> end() {
            return stop(CLOSE_TIME);
        }

        @Override
        public boolean isWorkingOnThisThread() {
            return ApplicationCode.isOnThisThread();
        }
    }

    /**
     * Begins to set up a host.
     *
     * @param store where instances are kept; it is not closed with the host, but closing it stops the host first
     * @return a builder with all defaults
     */
    public static HostBuilder builder(InstanceStore store) {
        return new HostBuilder(Objects.requireNonNull(store, "store"));
    }

    /**
     * Brings a message to its instance and waits for the answer. Must not be called from a handler.
     *
     * @param operation an operation of one of the host's definitions
     * @param message the message
     * @param <M> the messages
     * @param <R> the replies
     * @return the answer, within 30 seconds
     * @throws RuntimeException as {@link #call(Operation, Object, CallOptions)}
     */
    public <M, R> CallOutcome<R> call(Operation<?, M, R> operation, M message) {
        return call(operation, message, CallOptions.DEFAULT);
    }

    /**
     * Brings a message to its instance and waits for the answer. Must not be called from a handler.
     *
     * @param operation an operation of one of the host's definitions
     * @param message the message
     * @param options deadline and expected revision
     * @param <M> the messages
     * @param <R> the replies
     * @return the answer, at the deadline at the latest, or at the end of a handler that runs in this thread ({@link
     *     HostBuilder#callersRunTurns}); only {@code Replied} means that something may have changed
     * @throws IllegalArgumentException if no definition of this host has the operation, the message is of another type, a
     *     revision is expected of an instance to create, or the message has an id that could not be remembered; nothing was done
     * @throws dev.rehydrate.correlation.CorrelationException if the message does not say for which instance it is, or its key
     *     belongs to another content; nothing was done
     * @throws WorkflowHostException if the turn failed, the deadline passed, the instance is of another definition or the
     *     host has stopped; nothing was kept. A handler that takes longer than the deadline is not interrupted, and what it has
     *     changed is not kept when it ends; until then other messages of the instance wait.
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store failed: nothing was done, except that after an
     *     {@code OutcomeUnknownException} the turn may have been saved; so it is if the deadline passes during the save, which
     *     goes on and settles by itself
     * @throws java.util.concurrent.RejectedExecutionException if too many calls are under way; nothing was done, try again later
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while it waits, and stays so; the turn may
     *     still be saved
     */
    public <M, R> CallOutcome<R> call(Operation<?, M, R> operation, M message, CallOptions options) {
        CompletableFuture<CallOutcome<R>> answer = submit(operation, message, options, true);
        parts.settings().time().beforeBlocking(answer, () -> "the call of " + operation.name());
        return Waiting.forAnswer(answer, options.deadline());
    }

    /**
     * Brings a message to its instance.
     *
     * @param operation an operation of one of the host's definitions
     * @param message the message
     * @param options deadline and expected revision
     * @param <M> the messages
     * @param <R> the replies
     * @return the answer, or the failure that {@link #call(Operation, Object, CallOptions)} would throw; cancelling it does
     *     not stop the turn. Completed on a thread of the host, which may begin the next message of the instance only after what is
     *     attached has run: a callback that waits for a call of the same instance waits until that call's deadline. Attach such
     *     a callback with an executor of its own.
     * @throws IllegalArgumentException as {@link #call(Operation, Object, CallOptions)}
     */
    public <M, R> CompletableFuture<CallOutcome<R>> callAsync(
            Operation<?, M, R> operation, M message, CallOptions options) {
        return submit(operation, message, options, false);
    }

    private <S, M, R> CompletableFuture<CallOutcome<R>> submit(
            Operation<S, M, R> operation, M message, CallOptions options, boolean callerWaits) {
        WorkflowDefinition<S> definition = definitionOf(operation);
        requireFitting(operation, message, options);
        Deadline deadline = Deadline.in(parts.settings().time(), options.deadline());
        Call<S, M, R> call;
        try {
            Call.Terms terms = new Call.Terms(deadline, options.expectedRevision(), options.messageId(), null);
            call = Call.of(definition, operation, message, terms);
        } catch (RuntimeException uncorrelated) {
            return CompletableFuture.failedFuture(uncorrelated);
        }
        call.requireRememberable();
        RuntimeException refusal = calls.enter(parts.settings().node());
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        return forwarder
                .elsewhere(call, options)
                .map(this::routed)
                .orElseGet(() -> leaving(Failures.caught(() -> parts.router().take(call, callerWaits))));
    }

    private <R> CompletableFuture<CallOutcome<R>> routed(CompletableFuture<CallOutcome<R>> answer) {
        var unused = answer.whenComplete((outcome, failure) -> calls.leave());
        return answer;
    }

    /** The answer for a caller, who may cancel it: a future that is cancelled runs nothing that is attached to make it. */
    private <T> CompletableFuture<T> leaving(CompletableFuture<T> working) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        var unused = working.whenComplete((outcome, failure) -> {
            calls.leave();
            if (failure != null) {
                answer.completeExceptionally(Failures.unwrap(failure));
            } else {
                answer.complete(outcome);
            }
        });
        return answer;
    }

    /**
     * Posts a message and waits until it is kept. Must not be called from a handler.
     *
     * @param operation an operation of one of the host's definitions
     * @param message the message
     * @param <M> the messages
     * @return its id, and where it waits
     * @throws RuntimeException as {@link #post(Operation, Object, PostOptions)}
     */
    public <M> PostReceipt post(Operation<?, M, ?> operation, M message) {
        return post(operation, message, PostOptions.DEFAULT);
    }

    /**
     * Posts a message and waits until it is kept. Must not be called from a handler. Any host of the farm delivers it then,
     * as a call without a caller: messages with the same key or id one after the other, and each one once as long as the
     * instance lives and remembers its id (idempotency). A message whose turn fails or is refused, or whose instance is
     * suspended or busy, is retried later, and the messages behind it wait. An undeliverable message becomes a dead letter,
     * until it is redriven or discarded ({@link #mailboxes()}): after too many attempts, or because there is no such
     * instance, it exists already, or it has ended.
     *
     * @param operation an operation of one of the host's definitions; it need not say what it replies
     * @param message the message, which must not be changed any more; the store's codec must know its class
     * @param options deadline, delay and so on
     * @param <M> the messages
     * @return its id, and where it waits
     * @throws IllegalArgumentException if no definition of this host has the operation, the message is of another type, or it
     *     has an id, creates and names no instance; nothing was posted
     * @throws dev.rehydrate.correlation.CorrelationException if the message does not say for which instance it is
     * @throws WorkflowHostException if the mailbox was busy until the deadline or is full, or the host has stopped; nothing was posted
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store failed: nothing was posted, except that after an
     *     {@code OutcomeUnknownException} it may be; a message that has an id can safely be posted again
     * @throws java.util.concurrent.RejectedExecutionException if too many calls are under way; nothing was posted, try again later
     * @throws java.util.concurrent.CancellationException if the thread is interrupted, and stays so; the message may still be posted
     */
    public <M> PostReceipt post(Operation<?, M, ?> operation, M message, PostOptions options) {
        CompletableFuture<PostReceipt> posted = postAsync(operation, message, options);
        parts.settings().time().beforeBlocking(posted, () -> "posting a message for " + operation.name());
        return Waiting.forAnswer(posted, options.deadline(), Waiting.Awaited.POST);
    }

    /**
     * Posts a message.
     *
     * @param operation an operation of one of the host's definitions
     * @param message the message, which must not be changed any more
     * @param options deadline, delay and so on
     * @param <M> the messages
     * @return completed when the message is kept, or with the failure that {@link #post(Operation, Object, PostOptions)} would
     *     throw; cancelling it does not take the message back. Completed on a thread of the host.
     * @throws IllegalArgumentException as {@link #post(Operation, Object, PostOptions)}
     */
    public <M> CompletableFuture<PostReceipt> postAsync(Operation<?, M, ?> operation, M message, PostOptions options) {
        return submit(operation, message, options);
    }

    private <S, M> CompletableFuture<PostReceipt> submit(Operation<S, M, ?> operation, M message, PostOptions options) {
        WorkflowDefinition<S> definition = definitionOf(operation);
        operation.requireType(message);
        RuntimeException refusal = calls.enter(parts.settings().node());
        if (refusal != null) {
            return CompletableFuture.failedFuture(refusal);
        }
        return leaving(Failures.caught(() -> parts.poster().post(definition, operation, message, options)));
    }

    /**
     * Looks for the instance that has a key. Nothing is created, and no hold is taken.
     *
     * @param key the key
     * @return the instance, or empty if there is none
     * @throws dev.rehydrate.correlation.CorrelationException if the key belongs to another content
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store failed
     * @throws WorkflowHostException if the host has stopped
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while it waits, and stays so
     */
    public Optional<FoundInstance> find(CorrelationKey key) {
        return Waiting.forAnswer(findAsync(key), parts.settings().storeTimeout(), Waiting.Awaited.READ);
    }

    /**
     * Looks for the instance that has a key.
     *
     * @param key the key
     * @return the instance or empty, or the failure that {@link #find(CorrelationKey)} would throw
     */
    public CompletableFuture<Optional<FoundInstance>> findAsync(CorrelationKey key) {
        return new InstanceFinder(parts.control()).find(key);
    }

    /**
     * Looks for an instance by its id.
     *
     * @param id the id
     * @return the instance, or empty if there is none
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store failed
     * @throws WorkflowHostException if the host has stopped
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while it waits, and stays so
     */
    public Optional<FoundInstance> find(InstanceId id) {
        return Waiting.forAnswer(findAsync(id), parts.settings().storeTimeout(), Waiting.Awaited.READ);
    }

    /**
     * Looks for an instance by its id.
     *
     * @param id the id
     * @return the instance or empty, or the failure that {@link #find(InstanceId)} would throw
     */
    public CompletableFuture<Optional<FoundInstance>> findAsync(InstanceId id) {
        return new InstanceFinder(parts.control()).find(id);
    }

    /** {@return the messages that instances have sent and no sink has taken, with redrive and discard of dead letters} */
    public Outboxes outboxes() {
        return new Outboxes(parts.control(), parts.definitions(), parts.router());
    }

    /** {@return the posted messages that were not delivered yet, with redrive and discard of dead letters} */
    public Mailboxes mailboxes() {
        return new Mailboxes(parts.control(), parts.router());
    }

    @SuppressWarnings("unchecked")
    private <S> WorkflowDefinition<S> definitionOf(Operation<S, ?, ?> operation) {
        WorkflowDefinition<?> definition = parts.operations().get(operation);
        if (definition == null) {
            throw new IllegalArgumentException("no definition of this host has the operation " + operation);
        }
        // An operation is in the map with the very definition it was added to, which has its state type.
        return (WorkflowDefinition<S>) definition;
    }

    private static void requireFitting(Operation<?, ?, ?> operation, Object message, CallOptions options) {
        operation.requireType(message);
        if (operation.kind() == OperationKind.CREATE_ONLY && options.expectedRevision() != null) {
            throw new IllegalArgumentException(
                    "the operation " + operation + " only creates: there is no revision to expect");
        }
        if (options.messageId() != null && operation.replyType().isEmpty()) {
            throw new IllegalArgumentException("the reply of " + operation
                    + " cannot be remembered: say what it replies, with replying(…) before handledBy(…)");
        }
    }

    /** {@return the present owner of this host, or empty while its lease is lost} */
    public Optional<OwnerId> owner() {
        return parts.context().owners().present().map(LiveOwner::id);
    }

    /** {@return the definitions that this host can run, its own mailboxes included} */
    public List<WorkflowDefinition<?>> definitions() {
        return parts.definitions().all();
    }

    /** {@return how many instances are in memory just now} */
    public int instancesInMemory() {
        return parts.context().lanes().inMemory();
    }

    /** {@return what this host knows of itself just now: handlers that do not return, and whether it can begin a turn} */
    @Experimental
    public HostHealth health() {
        return parts.context().services().longTurns().health();
    }

    /** {@return what administrators can do with the instances of the store, held or not} */
    public InstanceControl control() {
        return new InstanceControl(new AsyncInstanceControl(
                parts.control(),
                parts.copies(),
                parts.definitions(),
                parts.context().services().timeline(),
                InstanceControl.DEFAULT_TIME));
    }

    /**
     * Stops: takes no more messages, lets turns end, saves and unloads all instances, and retires the owner, so that other
     * hosts can take everything at once. A message whose turn has not begun at the deadline fails. Calling it again has no further effect.
     *
     * @param deadline how long turns and saves may take; what is not saved then is lost: the instance goes
     *     on from its last save, and the listener gets {@code ABORTED}
     * @return completed when the host has stopped; never fails
     */
    public CompletableFuture<Void> stop(Duration deadline) {
        if (calls.close() && parts.deliveries().close()) {
            CompletableFuture<Void> drained =
                    CompletableFuture.allOf(calls.drained(), parts.deliveries().drained());
            var unused = new GracefulShutdown(
                            parts.context(), Deadline.in(parts.settings().time(), deadline))
                    .run(drained)
                    .whenComplete((done, failure) -> {
                        shutdown.run();
                        registration.remove();
                        stopped.complete(null);
                    });
        }
        return stopped.copy();
    }

    /**
     * Stops and waits for it, at most {@link #CLOSE_TIME}, the {@link HostBuilder#storeTimeout timeout of the store} and a second. A
     * second caller waits for the same end. The store does the same when it is closed before its hosts. Called from a handler, a
     * listener or a sink, for which the stop itself waits, it returns at once, and the host stops in the background; so it does if
     * the thread is interrupted.
     *
     * @throws IllegalStateException if the host has not stopped in this time; it goes on stopping
     */
    @Override
    public void close() {
        CompletableFuture<Void> end = stop(CLOSE_TIME);
        if (!ApplicationCode.isOnThisThread()) {
            Waiting.forEnd(end, CLOSE_TIME, parts.settings().storeTimeout());
        }
    }
}
