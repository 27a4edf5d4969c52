// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.mailbox;

import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.async.CallLimiter;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.async.TurnLimiter;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.host.state.QueuedMessage;
import dev.rehydrate.host.turn.Call;
import dev.rehydrate.host.turn.CallRouter;
import dev.rehydrate.host.turn.Definitions;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the messages that this host has taken from mailboxes, one after the other for each mailbox.
 *
 * @param settings the settings of the host
 * @param timeline gets its events
 * @param router works on calls
 * @param definitions what the host can run
 * @param limiter limits the messages that are taken and not settled yet
 * @param room limits those among them that are under way: a call waits behind so many deliveries, and not behind all of them
 */
public record MailboxDispatcher(
        HostSettings settings,
        Timeline timeline,
        CallRouter router,
        Definitions definitions,
        CallLimiter limiter,
        TurnLimiter room) {

    private static final Logger LOG = LoggerFactory.getLogger(MailboxDispatcher.class);

    /**
     * How the next message of a mailbox is taken, or null if this host takes no more. A delivery ends before its lock does, so
     * that no two hosts deliver at the same time as long as their clocks are not far apart.
     */
    Mailbox.@Nullable Lock lock() {
        HostSettings.DeliveryPolicy delivery = settings.delivery();
        return limiter.isClosed() ? null : new Mailbox.Lock(delivery.time().multipliedBy(2), delivery.most());
    }

    /** Takes the next message of a mailbox in memory, behind what waits in its lane; false if this host takes no more. */
    public boolean take(Resident<?> mailbox, Instant now) {
        Mailbox.Lock lock = lock();
        if (lock == null || limiter.enter(settings.node()) != null) {
            return false;
        }
        InstanceId id = mailbox.id();
        Call<MailboxState, Mailbox.Take, Optional<QueuedMessage>> call =
                call(id, Mailbox.TAKE, new Mailbox.Take(id, now, lock));
        var unused = call.answer().whenComplete((outcome, failure) -> deliverAll(id, takenFrom(id, outcome, failure)));
        router.enqueue(id, call);
        return true;
    }

    /**
     * Delivers a message that was taken, and those that are taken when it is. The delivery was counted before, and ends here. A
     * loop rather than a chain: when all answers come at once, a chain would use up the stack.
     */
    void deliverAll(InstanceId mailbox, Optional<QueuedMessage> first) {
        Optional<QueuedMessage> taken = first;
        while (taken.isPresent()) {
            CompletableFuture<Optional<QueuedMessage>> next = deliver(mailbox, taken.get());
            if (!next.isDone()) {
                var unused = next.thenAccept(queued -> deliverAll(mailbox, queued));
                return;
            }
            taken = next.getNow(Optional.empty());
        }
        limiter.leave();
    }

    /** Never fails: a message that cannot be settled is taken again when its lock expires. */
    private CompletableFuture<Optional<QueuedMessage>> deliver(InstanceId mailbox, QueuedMessage queued) {
        // The lock of the message runs while it waits for room, and so does the time for its delivery.
        Deadline deadline = Deadline.in(settings.time(), settings.delivery().time());
        CompletableFuture<Void> entered = room.enter();
        return entered.isDone()
                ? deliver(mailbox, queued, deadline)
                : deadline.orUntilOver(entered)
                        .thenCompose(waited -> entered.isDone()
                                ? deliver(mailbox, queued, deadline)
                                : withoutRoom(mailbox, queued, entered));
    }

    private CompletableFuture<Optional<QueuedMessage>> deliver(
            InstanceId mailbox, QueuedMessage queued, Deadline deadline) {
        return settled(mailbox, queued, Failures.caught(() -> deliver(queued, deadline)))
                .whenComplete((next, never) -> room.leave());
    }

    private CompletableFuture<Optional<QueuedMessage>> withoutRoom(
            InstanceId mailbox, QueuedMessage queued, CompletableFuture<Void> entered) {
        var unused = entered.thenRun(room::leave);
        return settled(
                mailbox,
                queued,
                CompletableFuture.completedFuture(
                        new DeliveryClassifier<>(settings, queued).withoutRoom(settings.node())));
    }

    private CompletableFuture<Optional<QueuedMessage>> settled(
            InstanceId mailbox, QueuedMessage queued, CompletableFuture<DeliveryResult> delivered) {
        return delivered
                .exceptionally(failure -> new DeliveryClassifier<>(settings, queued).failed(Failures.unwrap(failure)))
                .thenCompose(end -> settle(mailbox, queued, end))
                .exceptionally(failure -> takenFrom(mailbox, null, failure));
    }

    private CompletableFuture<DeliveryResult> deliver(QueuedMessage queued, Deadline deadline) {
        String operation = queued.head().operation();
        Optional<WorkflowDefinition<?>> definition = definitions.of(
                queued.head().definition(), any -> any.operation(operation).isPresent());
        if (definition.isPresent()) {
            return deliver(queued, definition.get(), deadline);
        }
        LOG.warn(
                "left a posted message to other hosts: this one does not know its operation: node={} operation={}"
                        + " definition={}",
                settings.node(),
                SafeText.line(queued.head().operation()),
                SafeText.line(queued.head().definition()));
        return CompletableFuture.completedFuture(new DeliveryClassifier<>(settings, queued).unknown(settings.node()));
    }

    private <S> CompletableFuture<DeliveryResult> deliver(
            QueuedMessage queued, WorkflowDefinition<S> definition, Deadline deadline) {
        Call.Terms terms = new Call.Terms(deadline, null, queued.id(), null);
        return deliver(
                queued,
                definition,
                definition.operation(queued.head().operation()).orElseThrow(),
                terms);
    }

    private <S, M, R> CompletableFuture<DeliveryResult> deliver(
            QueuedMessage queued, WorkflowDefinition<S> definition, Operation<S, M, R> operation, Call.Terms terms) {
        M message = Objects.requireNonNull(queued.payload().as(operation.messageType()), "message");
        InstanceId target = queued.head().target();
        Call<S, M, R> call = target == null
                ? Call.of(definition, operation, message, terms)
                : Call.to(target, definition, operation, message, terms);
        DeliveryClassifier<R> ends = new DeliveryClassifier<>(settings, queued);
        return router.take(call)
                .handle((outcome, failure) ->
                        failure == null ? outcome.fold(ends) : failed(call, ends, Failures.unwrap(failure)))
                .whenComplete((end, never) -> publish(call, end));
    }

    private static <R> DeliveryResult failed(Call<?, ?, R> call, DeliveryClassifier<R> ends, Throwable failure) {
        return call.isHandled() ? ends.failed(failure) : ends.notHandled(failure);
    }

    private void publish(Call<?, ?, ?> call, DeliveryResult end) {
        Kind kind = end instanceof DeliveryResult.Delivered
                ? Kind.DELIVERED
                : end instanceof DeliveryResult.Dead ? Kind.DEAD_LETTERED : Kind.NOT_DELIVERED;
        timeline.instance(kind, call.newId())
                .during(call.operation().name(), call.key())
                .publish();
    }

    private CompletableFuture<Optional<QueuedMessage>> settle(
            InstanceId mailbox, QueuedMessage queued, DeliveryResult end) {
        Mailbox.Settle settle = new Mailbox.Settle(mailbox, queued, end, lock());
        return router.take(call(mailbox, Mailbox.SETTLE, settle))
                .handle((outcome, failure) -> takenFrom(mailbox, outcome, failure));
    }

    private <M, R> Call<MailboxState, M, R> call(
            InstanceId mailbox, Operation<MailboxState, M, R> operation, M message) {
        Duration time = settings.delivery().time();
        Call.Terms terms = new Call.Terms(Deadline.in(settings.time(), time), null, null, null);
        return Call.to(mailbox, Mailbox.DEFINITION, operation, message, terms);
    }

    /** The message that was taken, if one was. */
    private Optional<QueuedMessage> takenFrom(
            InstanceId mailbox, @Nullable CallOutcome<Optional<QueuedMessage>> outcome, @Nullable Throwable failure) {
        if (outcome instanceof CallOutcome.Replied<Optional<QueuedMessage>> replied && replied.reply() != null) {
            return replied.reply();
        }
        LOG.debug(
                "a mailbox will be read again: node={} mailbox={} outcome={}",
                settings.node(),
                mailbox,
                SafeText.line(outcome),
                SafeText.failure(failure));
        return Optional.empty();
    }
}
