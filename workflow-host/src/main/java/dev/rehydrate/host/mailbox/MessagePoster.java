// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.mailbox;

import dev.rehydrate.correlation.Destination;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.MailboxClosedException;
import dev.rehydrate.host.MailboxFullException;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.OperationKind;
import dev.rehydrate.host.PostOptions;
import dev.rehydrate.host.PostReceipt;
import dev.rehydrate.host.TurnRefusedException;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.async.CallLimiter;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.state.QueuedMessage;
import dev.rehydrate.host.turn.Call;
import dev.rehydrate.host.turn.CallRouter;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Posts messages to mailboxes. A host that can deliver takes the next message of the mailbox at once, in the same save. */
public record MessagePoster(
        HostSettings settings, CallRouter router, MailboxDispatcher dispatcher, CallLimiter limiter) {

    public <S, M> CompletableFuture<PostReceipt> post(
            WorkflowDefinition<S> definition, Operation<S, M, ?> operation, M message, PostOptions options) {
        Destination destination = operation.correlation().destinationOf(message);
        Call.requireRememberable(operation, destination, options.messageId());
        InstanceId home = homeOf(destination);
        InstanceId mailbox = Mailbox.of(home);
        Instant now = settings.clock().instant();
        String id = options.messageId() == null ? UUID.randomUUID().toString() : options.messageId();
        QueuedMessage.Head head = new QueuedMessage.Head(
                id,
                definition.identity(),
                operation.name(),
                destination instanceof Destination.Unaddressed ? home : null,
                operation.kind() != OperationKind.MUST_EXIST,
                options.awaiting().isZero() ? null : EndOfTime.orAfter(now, options.awaiting()),
                now);
        String asked = destination instanceof Destination.Unaddressed ? home.toString() : destination.toString();
        return post(
                lock -> new Mailbox.Post(mailbox, asked, head, options.delay(), message, lock),
                new PostReceipt(id, home),
                Deadline.in(settings.time(), options.deadline()));
    }

    private static InstanceId homeOf(Destination destination) {
        if (destination instanceof Destination.ByKey byKey) {
            return InstanceId.atHomeOf(byKey.key().key());
        }
        return destination instanceof Destination.ById byId ? byId.id() : InstanceId.random();
    }

    /** A post that is complete when it is known whether this host takes the next message. */
    private interface Draft {
        Mailbox.Post with(Mailbox.@Nullable Lock lock);
    }

    private CompletableFuture<PostReceipt> post(Draft draft, PostReceipt receipt, Deadline deadline) {
        boolean room = limiter.enter(settings.node()) == null;
        Mailbox.Post post = draft.with(room ? dispatcher.lock() : null);
        Call<MailboxState, Mailbox.Post, Optional<QueuedMessage>> call = Call.to(
                post.mailbox(), Mailbox.DEFINITION, Mailbox.POST, post, new Call.Terms(deadline, null, null, null));
        CompletableFuture<PostReceipt> posted = new CompletableFuture<>();
        var unused = Failures.caught(() -> router.take(call)).whenComplete((outcome, failure) -> {
            answer(posted, receipt, outcome, failure);
            if (room) {
                dispatcher.deliverAll(post.mailbox(), takenBy(outcome));
            }
        });
        return posted;
    }

    private static Optional<QueuedMessage> takenBy(@Nullable CallOutcome<Optional<QueuedMessage>> outcome) {
        return outcome instanceof CallOutcome.Replied<Optional<QueuedMessage>> replied && replied.reply() != null
                ? replied.reply()
                : Optional.empty();
    }

    private static void answer(
            CompletableFuture<PostReceipt> posted,
            PostReceipt receipt,
            @Nullable CallOutcome<?> outcome,
            @Nullable Throwable failure) {
        if (failure != null) {
            Throwable cause = Failures.unwrap(failure);
            boolean isFull = cause instanceof TurnRefusedException;
            posted.completeExceptionally(
                    isFull
                            ? new MailboxFullException(receipt.destination(), String.valueOf(cause.getMessage()))
                            : cause);
        } else if (outcome instanceof CallOutcome.Replied<?>) {
            posted.complete(receipt);
        } else {
            posted.completeExceptionally(new MailboxClosedException(receipt.destination(), String.valueOf(outcome)));
        }
    }
}
