// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.Destination;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.OperationKind;
import dev.rehydrate.host.TurnObserver;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.state.Timers;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.SafeText;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One message and the answer it waits for. */
public final class Call<S, M, R> {

    private final WorkflowDefinition<S> definition;
    private final Operation<S, M, R> operation;
    private final M message;
    private final Destination destination;
    private volatile InstanceId newId;
    private final Terms terms;
    private final CompletableFuture<CallOutcome<R>> answer = new CompletableFuture<>();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile TurnObserver.Caller caller = TurnObserver.Caller.NONE;
    private volatile @Nullable Thread waiting;
    private volatile boolean handled;
    private volatile Runnable forgetting = () -> {};
    private final AtomicReference<Change> change = new AtomicReference<>(Change.NONE);

    private Call(
            WorkflowDefinition<S> definition,
            Operation<S, M, R> operation,
            M message,
            Destination destination,
            Terms terms) {
        this.definition = definition;
        this.operation = operation;
        this.message = message;
        this.destination = destination;
        this.newId = newId(destination);
        this.terms = terms;
    }

    /**
     * A message from outside.
     *
     * @throws dev.rehydrate.correlation.CorrelationException if it does not say for which instance it is
     */
    public static <S, M, R> Call<S, M, R> of(
            WorkflowDefinition<S> definition, Operation<S, M, R> operation, M message, Terms terms) {
        return new Call<>(
                definition, operation, message, operation.correlation().destinationOf(message), terms);
    }

    /** A message to an instance that was found already. */
    public static <S, M, R> Call<S, M, R> to(
            InstanceId instance,
            WorkflowDefinition<S> definition,
            Operation<S, M, R> operation,
            M message,
            Terms terms) {
        return new Call<>(definition, operation, message, new Destination.ById(instance), terms);
    }

    /**
     * What the caller wants, with the clock running.
     *
     * @param deadline until when
     * @param expectedRevision in which state, or null
     * @param messageId what names the message for its sender, or null
     * @param timer the timer that has brought the message, or null
     */
    public record Terms(
            Deadline deadline,
            @Nullable Revision expectedRevision,
            @Nullable String messageId,
            @Nullable DueTimer timer) {}

    private static InstanceId newId(Destination destination) {
        if (destination instanceof Destination.ByKey byKey) {
            return InstanceId.atHomeOf(byKey.key().key());
        }
        return destination instanceof Destination.ById byId ? byId.id() : InstanceId.random();
    }

    WorkflowDefinition<S> definition() {
        return definition;
    }

    public Operation<S, M, R> operation() {
        return operation;
    }

    M message() {
        return message;
    }

    /** The message, or what the timer that has brought it says now. */
    M message(Timers timers) {
        DueTimer due = terms.timer();
        return due == null ? message : due.messageIn(timers, operation.messageType(), message);
    }

    public Deadline deadline() {
        return terms.deadline();
    }

    @Nullable
    Revision expectedRevision() {
        return terms.expectedRevision();
    }

    /** What names the message for its sender, or null. */
    @Nullable
    String messageId() {
        return terms.messageId();
    }

    /** The timer that has brought the message, or null. */
    @Nullable
    DueTimer timer() {
        return terms.timer();
    }

    /** The key by which the message finds its instance, or null if it carries the id. */
    @Nullable
    public CorrelationKey key() {
        return destination instanceof Destination.ByKey byKey ? byKey.key() : null;
    }

    /** The text of that key, or null. */
    @Nullable
    String keyText() {
        CorrelationKey key = key();
        return key == null ? null : key.text();
    }

    /** The instance that the message names, or the one that it creates; null if a key leads to it, which may not be its home key. */
    @Nullable
    InstanceId named() {
        return key() == null ? newId : null;
    }

    /** Whom a failure concerns before the instance is found. */
    Subject subject() {
        CorrelationKey key = key();
        return key == null ? Subject.of(newId) : Subject.of(null, key.key());
    }

    /** Whether the message says for which instance it is. */
    boolean isAddressed() {
        return !(destination instanceof Destination.Unaddressed);
    }

    /** As {@link #requireRememberable(Operation, Destination, String)}, for this message. */
    public void requireRememberable() {
        requireRememberable(operation, destination, messageId());
    }

    /**
     * Refuses an id of a message that creates and names no instance: each such message gets an instance of its own, so that a
     * repeat would not meet the one that remembers it.
     *
     * @throws IllegalArgumentException if that is so
     */
    public static void requireRememberable(
            Operation<?, ?, ?> operation, Destination destination, @Nullable String messageId) {
        boolean namesNone = destination instanceof Destination.Unaddressed;
        if (messageId != null && namesNone && operation.kind() != OperationKind.MUST_EXIST) {
            throw new IllegalArgumentException("a message for " + operation + " that names no instance cannot be"
                    + " remembered: sent again with its id, it would begin another one. Nothing was done; let it carry"
                    + " a key or the id of the new instance, or leave out the message id");
        }
    }

    /** The id of the instance, or of the one to create; for a key its home. */
    public InstanceId newId() {
        return newId;
    }

    /** Chooses a random id: an instance that has released the key still occupies the home of the key. */
    void useFreshId() {
        newId = InstanceId.random();
    }

    /** Which instance was asked for, as text for messages. */
    String asked() {
        return SafeText.line(destination);
    }

    /**
     * Where the call waits.
     *
     * @param located the address at which messages with a key wait
     * @return the address
     */
    InstanceId address(Function<InstanceKey, InstanceId> located) {
        CorrelationKey key = key();
        return key == null ? newId : located.apply(key.key());
    }

    /** Who follows the turns of this call. */
    void calledBy(TurnObserver.Caller follows) {
        caller = follows;
    }

    TurnObserver.Caller caller() {
        return caller;
    }

    /** The thread that waits for the answer, and may run the turn meanwhile. */
    void mayRunIn(Thread waits) {
        waiting = waits;
    }

    /** Whether this thread is the one that waits for the answer. */
    private boolean isInCallersThread() {
        return Thread.currentThread().equals(waiting);
    }

    /** Whether the turn is run by its caller, who was interrupted: that concerns the wait of the caller, and not the turn. */
    boolean isInterrupted() {
        return isInCallersThread() && Thread.currentThread().isInterrupted();
    }

    /** Leaves the thread interrupted if that is why the handler has failed, also where it has hidden it in another exception. */
    void noteInterrupt(Throwable failure) {
        boolean hidden = isInCallersThread() && Failures.isCausedBy(InterruptedException.class, failure);
        if (hidden || failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }

    /** A handler gets the message. */
    void handlerBegins() {
        handled = true;
    }

    /** Whether a handler has got the message, in any attempt. */
    public boolean isHandled() {
        return handled;
    }

    /** Where the call waits from now on: what forgets it there, if it still waits. */
    void waitsWhere(Runnable forget) {
        forgetting = forget;
    }

    /** Forgets the call where it waits. */
    void forget() {
        forgetting.run();
    }

    public CompletableFuture<CallOutcome<R>> answer() {
        return answer;
    }

    /** Whether something of the call may be kept. */
    private enum Change {
        /** Nothing is kept so far. */
        NONE,
        /** It is being kept, or is kept. */
        POSSIBLE,
        /** The caller got the answer that nothing is saved, so nothing may be. */
        FORBIDDEN
    }

    /** Asks whether the turn may be saved; false once the caller got the answer that nothing was changed. */
    boolean mayChange() {
        return change.updateAndGet(now -> now == Change.NONE ? Change.POSSIBLE : now) == Change.POSSIBLE;
    }

    /** What was to be kept was refused: nothing is changed. */
    void hasNotChanged() {
        change.compareAndSet(Change.POSSIBLE, Change.NONE);
    }

    /** Sees to it that nothing of the call is kept; false if it is too late for that. */
    boolean forbidChange() {
        return change.updateAndGet(now -> now == Change.NONE ? Change.FORBIDDEN : now) == Change.FORBIDDEN;
    }

    /** Claims the call, for work or for giving up: true for the first only. */
    boolean begin() {
        return begun.compareAndSet(false, true);
    }

    /** Gives the claim back: the call waits again, and its deadline timer may expire it. */
    void waitAgain() {
        begun.set(false);
    }
}
