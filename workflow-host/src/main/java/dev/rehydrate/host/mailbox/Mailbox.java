// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.mailbox;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.ConcurrencyControl;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.Turn;
import dev.rehydrate.host.UnhandledFailure;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.state.MessageQueue;
import dev.rehydrate.host.state.Payload;
import dev.rehydrate.host.state.QueuedMessage;
import dev.rehydrate.host.state.QueuedMessage.Head;
import dev.rehydrate.host.state.QueuedMessageState;
import dev.rehydrate.host.turn.HostMessage;
import dev.rehydrate.host.turn.RunningTurn;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where posted messages wait: an instance of its own beside their destination, so that posting never waits for a hold on
 * the destination. Every host knows this definition. A mailbox without messages is deleted.
 *
 * <p>A host takes a message in one turn, which locks and counts it; delivers it without a hold on the mailbox; and settles
 * it in another turn. If the host dies in between, its lock expires, and another host delivers the message again:
 * at-least-once. The destination remembers processed message ids, so the effect happens once (idempotency).
 */
public final class Mailbox {

    public static final String NAME = "rehydrate.mailbox";

    static final Operation<MailboxState, Post, Optional<QueuedMessage>> POST = Operation.createOrGet("Post", Post.class)
            .correlatedBy(Correlation.context(Post::mailbox))
            .handledBy(Mailbox::post);

    static final Operation<MailboxState, Take, Optional<QueuedMessage>> TAKE = Operation.mustExist("Take", Take.class)
            .correlatedBy(Correlation.context(Take::mailbox))
            .handledBy(Mailbox::take);

    static final Operation<MailboxState, Settle, Optional<QueuedMessage>> SETTLE = Operation.mustExist(
                    "Settle", Settle.class)
            .correlatedBy(Correlation.context(Settle::mailbox))
            .handledBy(Mailbox::settle);

    public static final Operation<MailboxState, Decide, Boolean> DECIDE = Operation.mustExist("Decide", Decide.class)
            .correlatedBy(Correlation.context(Decide::mailbox))
            .handledBy(Mailbox::decide);

    public static final WorkflowDefinition<MailboxState> DEFINITION = WorkflowDefinition.of(
                    DefinitionIdentity.of(NAME, "1.0"), new MailboxState.Mapping())
            .with(POST, TAKE, SETTLE, DECIDE)
            .concurrency(ConcurrencyControl.OPTIMISTIC)
            .completingBy(CompletionAction.DELETE)
            .onUnhandledFailure(UnhandledFailure.ABANDON);

    private Mailbox() {}

    /**
     * How a message is taken.
     *
     * @param time for how long no other host takes it
     * @param most how many deliveries at most; after them the message is a dead letter
     */
    record Lock(Duration time, int most) {}

    /**
     * A message is posted.
     *
     * @param mailbox the mailbox
     * @param destination the text of the key or the id of the destination
     * @param head what is posted
     * @param delay for how long it is not delivered
     * @param message the message
     * @param lock how the next message is taken at once, or null if it is not
     */
    record Post(
            InstanceId mailbox,
            String destination,
            Head head,
            Duration delay,
            Object message,
            @Nullable Lock lock) implements HostMessage {}

    /**
     * A host wants the next message.
     *
     * @param mailbox the mailbox
     * @param now the time at which the message was due, by the clock of the node that has offered the mailbox
     * @param lock how it is taken
     */
    record Take(InstanceId mailbox, Instant now, Lock lock) implements HostMessage {}

    /**
     * A host settles a message.
     *
     * @param mailbox the mailbox
     * @param queued the message as it was taken
     * @param end what became of it
     * @param lock how the next message is taken at once, or null if it is not
     */
    record Settle(
            InstanceId mailbox,
            QueuedMessage queued,
            DeliveryResult end,
            @Nullable Lock lock) implements HostMessage {

        /** Else of thousands that are posted at once the last one is kept before the second is delivered, and each post writes a longer list. */
        @Override
        public boolean goesFirst() {
            return true;
        }
    }

    /**
     * An administrator redrives a dead letter, or discards a message that no host has taken.
     *
     * @param mailbox the mailbox
     * @param messageId the message
     * @param again whether it is tried again; else it is discarded
     */
    public record Decide(InstanceId mailbox, String messageId, boolean again) implements HostMessage {}

    /** The mailbox of a destination: always the same, on every host. */
    public static InstanceId of(InstanceId destination) {
        Map<String, String> parts = Map.of("Destination", destination.toString());
        return InstanceId.atHomeOf(
                CorrelationKey.of(KeyAlgorithm.SHA_256_128, NAME, parts).key());
    }

    private static Optional<QueuedMessage> post(Turn<MailboxState> turn, @Nullable MailboxState state, Post post) {
        MessageQueue before = RunningTurn.requestsOf(turn).queue();
        if (before.isFullFor(post.head().id())) {
            throw turn.refuse("messages=" + before.messages().size() + " deadLetters="
                    + before.dead().size());
        }
        MessageQueue queue = before.with(post.head(), post.delay(), Payload.of(post.message()));
        MailboxState present = state == null ? turn.become(new MailboxState(post.destination(), 0)) : state;
        return leave(turn, present, queue, turn.now(), post.lock());
    }

    private static Optional<QueuedMessage> take(Turn<MailboxState> turn, @Nullable MailboxState state, Take take) {
        Instant now = take.now().isAfter(turn.now()) ? take.now() : turn.now();
        return state == null
                ? Optional.empty()
                : leave(turn, state, RunningTurn.requestsOf(turn).queue(), now, take.lock());
    }

    private static Optional<QueuedMessage> settle(
            Turn<MailboxState> turn, @Nullable MailboxState state, Settle settle) {
        QueuedMessage taken = settle.queued();
        MessageQueue queue = RunningTurn.requestsOf(turn).queue();
        boolean ours = queue.find(taken.id())
                .filter(queued -> queued.progress().equals(taken.progress()))
                .isPresent();
        MessageQueue after = ours ? settle.end().in(queue, taken.id(), turn.now()) : queue;
        return state == null ? Optional.empty() : leave(turn, state, after, turn.now(), settle.lock());
    }

    private static Boolean decide(Turn<MailboxState> turn, @Nullable MailboxState state, Decide decide) {
        MessageQueue queue = RunningTurn.requestsOf(turn).queue();
        boolean there = queue.find(decide.messageId())
                .filter(queued -> decide.again()
                        ? queued.progress().state() == QueuedMessageState.DEAD
                        : queued.progress().state() != QueuedMessageState.LOCKED)
                .isPresent();
        if (state == null || !there) {
            turn.unchanged();
            return false;
        }
        MessageQueue after = decide.again()
                ? queue.changed(decide.messageId(), queued -> queued.redriven(turn.now()))
                : queue.without(decide.messageId());
        var unused = leave(turn, state, after, turn.now(), null);
        return true;
    }

    /** Saves the queue, with the next message taken from it; a mailbox that is empty completes. */
    private static Optional<QueuedMessage> leave(
            Turn<MailboxState> turn, MailboxState state, MessageQueue queue, Instant now, @Nullable Lock lock) {
        MessageQueue left = lock == null ? queue : withoutHopeless(queue, now, lock);
        Optional<QueuedMessage> taken =
                lock == null ? Optional.empty() : left.head(now).map(head -> head.locked(now.plus(lock.time())));
        MessageQueue after =
                taken.map(queued -> left.changed(queued.id(), any -> queued)).orElse(left);
        if (after.messages().isEmpty()) {
            turn.complete();
        } else if (after.equals(RunningTurn.requestsOf(turn).queue())) {
            turn.unchanged();
        } else {
            turn.become(new MailboxState(state.destination(), after.dead().size()));
        }
        RunningTurn.requestsOf(turn).queue(after);
        return taken;
    }

    /**
     * A poison message: each host that took it died before it could settle it, so it is dead-lettered without another
     * delivery.
     */
    private static MessageQueue withoutHopeless(MessageQueue queue, Instant now, Lock lock) {
        MessageQueue left = queue;
        Optional<QueuedMessage> head = left.head(now);
        while (head.isPresent() && head.get().deliveries() >= lock.most()) {
            String why = "it was taken " + head.get().deliveries() + " times, and no host has settled it";
            left = left.changed(head.get().id(), queued -> queued.dead(now, why));
            head = left.head(now);
        }
        return left;
    }
}
