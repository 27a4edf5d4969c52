// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.agenda.Letter;
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

/** Brings the messages that this host has taken from mailboxes to their instances, one after the other for each mailbox. */
record Postman(HostCore core) {

    private static final Logger LOG = LoggerFactory.getLogger(HostLog.NAME);

    /**
     * How the next message of a mailbox is taken, or null if this host takes no more. A delivery ends before its lock does, so
     * that no two hosts deliver at the same time as long as their clocks are not far apart.
     */
    Mailbox.@Nullable Lock lock() {
        HostSettings.Posting posting = core.settings().posting();
        return core.deliveries().isClosed()
                ? null
                : new Mailbox.Lock(posting.time().multipliedBy(2), posting.most());
    }

    /** Takes the next message of a mailbox in memory, behind what waits in its lane; false if this host takes no more. */
    boolean take(Resident<?> mailbox, Instant now) {
        Mailbox.Lock lock = lock();
        if (lock == null || core.deliveries().enter(core.settings().node()) != null) {
            return false;
        }
        InstanceId id = mailbox.id();
        Call<MailboxState, Mailbox.Take, Optional<Letter>> call =
                call(id, Mailbox.TAKE, new Mailbox.Take(id, now, lock));
        var unused = call.answer().whenComplete((outcome, failure) -> goOn(id, letterOf(id, outcome, failure)));
        core.lanes().enqueue(id, new CallJob<>(core, call));
        return true;
    }

    /**
     * Delivers a message that was taken, and those that are taken when it is. The delivery was counted before, and ends here. A
     * loop rather than a chain: when all answers come at once, a chain would use up the stack.
     */
    void goOn(InstanceId mailbox, Optional<Letter> first) {
        Optional<Letter> taken = first;
        while (taken.isPresent()) {
            CompletableFuture<Optional<Letter>> next = deliver(mailbox, taken.get());
            if (!next.isDone()) {
                var unused = next.thenAccept(letter -> goOn(mailbox, letter));
                return;
            }
            taken = next.getNow(Optional.empty());
        }
        core.deliveries().leave();
    }

    /** Never fails: what nobody can be told is found again when the lock ends. */
    private CompletableFuture<Optional<Letter>> deliver(InstanceId mailbox, Letter letter) {
        return Failures.caught(() -> handOver(letter))
                .exceptionally(failure -> new LetterEnd<>(core.settings(), letter).failed(Failures.unwrap(failure)))
                .thenCompose(end -> settle(mailbox, letter, end))
                .exceptionally(failure -> letterOf(mailbox, null, failure));
    }

    private CompletableFuture<DeliveryEnd> handOver(Letter letter) {
        String operation = letter.head().operation();
        Optional<WorkflowDefinition<?>> definition = core.definitionOf(
                letter.head().definition(), any -> any.operation(operation).isPresent());
        if (definition.isPresent()) {
            return handOver(letter, definition.get());
        }
        LOG.warn(
                "left a posted message to other hosts: this one does not know its operation: node={} operation={}"
                        + " definition={}",
                core.settings().node(),
                SafeText.line(letter.head().operation()),
                SafeText.line(letter.head().definition()));
        return CompletableFuture.completedFuture(
                new LetterEnd<>(core.settings(), letter).unknown(core.settings().node()));
    }

    private <S> CompletableFuture<DeliveryEnd> handOver(Letter letter, WorkflowDefinition<S> definition) {
        return handOver(
                letter,
                definition,
                definition.operation(letter.head().operation()).orElseThrow());
    }

    private <S, M, R> CompletableFuture<DeliveryEnd> handOver(
            Letter letter, WorkflowDefinition<S> definition, Operation<S, M, R> operation) {
        M message = Objects.requireNonNull(letter.payload().as(operation.messageType()), "message");
        InstanceId target = letter.head().target();
        Call.Terms terms = new Call.Terms(
                Deadline.in(core.settings().time(), core.settings().posting().time()), null, letter.id(), null);
        Call<S, M, R> call = target == null
                ? Call.of(definition, operation, message, terms)
                : Call.to(target, definition, operation, message, terms);
        LetterEnd<R> ends = new LetterEnd<>(core.settings(), letter);
        return new Intake(core)
                .take(call)
                .handle((outcome, failure) ->
                        failure == null ? outcome.fold(ends) : ends.failed(Failures.unwrap(failure)))
                .whenComplete((end, never) -> tell(call, end));
    }

    private void tell(Call<?, ?, ?> call, DeliveryEnd end) {
        Kind kind = end instanceof DeliveryEnd.Delivered
                ? Kind.DELIVERED
                : end instanceof DeliveryEnd.Dead ? Kind.SET_ASIDE : Kind.NOT_DELIVERED;
        core.timeline().instance(kind, call.newId()).during(call).tell();
    }

    private CompletableFuture<Optional<Letter>> settle(InstanceId mailbox, Letter letter, DeliveryEnd end) {
        Mailbox.Settle settle = new Mailbox.Settle(mailbox, letter, end, lock());
        return new Intake(core)
                .take(call(mailbox, Mailbox.SETTLE, settle))
                .handle((outcome, failure) -> letterOf(mailbox, outcome, failure));
    }

    private <M, R> Call<MailboxState, M, R> call(
            InstanceId mailbox, Operation<MailboxState, M, R> operation, M message) {
        Duration time = core.settings().posting().time();
        Call.Terms terms = new Call.Terms(Deadline.in(core.settings().time(), time), null, null, null);
        return Call.to(mailbox, Mailbox.DEFINITION, operation, message, terms);
    }

    /** The message that was taken, if one was. */
    private Optional<Letter> letterOf(
            InstanceId mailbox, @Nullable CallOutcome<Optional<Letter>> outcome, @Nullable Throwable failure) {
        if (outcome instanceof CallOutcome.Replied<Optional<Letter>> replied && replied.reply() != null) {
            return replied.reply();
        }
        LOG.debug(
                "a mailbox will be looked after again: node={} mailbox={} outcome={}",
                core.settings().node(),
                mailbox,
                SafeText.line(outcome),
                SafeText.failure(failure));
        return Optional.empty();
    }
}
