// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.agenda.Letter;
import dev.rehydrate.host.agenda.Letter.Head;
import dev.rehydrate.host.agenda.LetterState;
import dev.rehydrate.host.agenda.Mail;
import dev.rehydrate.host.agenda.Payload;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where posted messages wait: an instance of its own beside the one they are for, so that whoever posts never meets a hold on
 * that one. Every host knows this definition. A mailbox without messages is deleted.
 *
 * <p>A host takes a message in one turn, which locks and counts it, delivers it while nobody holds anything, and says in
 * another turn what became of it. A host that dies between leaves a lock that ends by itself.
 */
final class Mailbox {

    static final String NAME = "rehydrate.mailbox";

    static final Operation<MailboxState, Post, Optional<Letter>> POST = Operation.createOrGet("Post", Post.class)
            .correlatedBy(Correlation.context(Post::mailbox))
            .handledBy(Mailbox::post);

    static final Operation<MailboxState, Take, Optional<Letter>> TAKE = Operation.mustExist("Take", Take.class)
            .correlatedBy(Correlation.context(Take::mailbox))
            .handledBy(Mailbox::take);

    static final Operation<MailboxState, Settle, Optional<Letter>> SETTLE = Operation.mustExist("Settle", Settle.class)
            .correlatedBy(Correlation.context(Settle::mailbox))
            .handledBy(Mailbox::settle);

    static final Operation<MailboxState, Decide, Boolean> DECIDE = Operation.mustExist("Decide", Decide.class)
            .correlatedBy(Correlation.context(Decide::mailbox))
            .handledBy(Mailbox::decide);

    static final WorkflowDefinition<MailboxState> DEFINITION = WorkflowDefinition.of(
                    DefinitionIdentity.of(NAME, "1.0"), new MailboxState.Mapping())
            .with(POST, TAKE, SETTLE, DECIDE)
            .by(Way.OPTIMISTIC)
            .completingBy(CompletionAction.DELETE)
            .onUnhandledFailure(UnhandledFailure.ABANDON);

    private Mailbox() {}

    /**
     * How a message is taken.
     *
     * @param time for how long nobody else takes it
     * @param most how often at most; more often than that, and it is set aside
     */
    record Lock(Duration time, int most) {}

    /**
     * A message comes.
     *
     * @param mailbox the mailbox
     * @param destination for people
     * @param head what is posted
     * @param delay for how long nobody takes it
     * @param message the message
     * @param lock how the next message is taken at once, or null if it is not
     */
    record Post(
            InstanceId mailbox,
            String destination,
            Head head,
            Duration delay,
            Object message,
            @Nullable Lock lock) {}

    /**
     * A host wants the next message.
     *
     * @param mailbox the mailbox
     * @param now the time by the clock of whoever says that there is one
     * @param lock how it is taken
     */
    record Take(InstanceId mailbox, Instant now, Lock lock) {}

    /**
     * A host tells what became of a message.
     *
     * @param mailbox the mailbox
     * @param letter the message as it was taken
     * @param end what became of it
     * @param lock how the next message is taken at once, or null if it is not
     */
    record Settle(
            InstanceId mailbox,
            Letter letter,
            DeliveryEnd end,
            @Nullable Lock lock) {}

    /**
     * Somebody looks after a message that is set aside.
     *
     * @param mailbox the mailbox
     * @param messageId the message
     * @param again whether it is tried again; else it is discarded
     */
    record Decide(InstanceId mailbox, String messageId, boolean again) {}

    /** The mailbox of a destination: always the same, on every host. */
    static InstanceId of(InstanceId destination) {
        Map<String, String> parts = Map.of("Destination", destination.toString());
        return InstanceId.atHomeOf(
                CorrelationKey.of(KeyAlgorithm.SHA_256_128, NAME, parts).key());
    }

    private static Optional<Letter> post(Turn<MailboxState> turn, @Nullable MailboxState state, Post post) {
        Mail mail = turn.requests().mail().with(post.head(), post.delay(), Payload.of(post.message()));
        MailboxState present = state == null ? turn.become(new MailboxState(post.destination(), 0)) : state;
        return leave(turn, present, mail, turn.now(), post.lock());
    }

    private static Optional<Letter> take(Turn<MailboxState> turn, @Nullable MailboxState state, Take take) {
        Instant now = take.now().isAfter(turn.now()) ? take.now() : turn.now();
        return state == null
                ? Optional.empty()
                : leave(turn, state, turn.requests().mail(), now, take.lock());
    }

    private static Optional<Letter> settle(Turn<MailboxState> turn, @Nullable MailboxState state, Settle settle) {
        Letter taken = settle.letter();
        Mail mail = turn.requests().mail();
        boolean ours = mail.find(taken.id())
                .filter(letter -> letter.progress().equals(taken.progress()))
                .isPresent();
        Mail after = ours ? settle.end().in(mail, taken.id(), turn.now()) : mail;
        return state == null ? Optional.empty() : leave(turn, state, after, turn.now(), settle.lock());
    }

    private static Boolean decide(Turn<MailboxState> turn, @Nullable MailboxState state, Decide decide) {
        Mail mail = turn.requests().mail();
        boolean there = mail.find(decide.messageId())
                .filter(letter -> letter.progress().state() == LetterState.DEAD)
                .isPresent();
        if (state == null || !there) {
            turn.unchanged();
            return false;
        }
        Mail after = decide.again()
                ? mail.changed(decide.messageId(), letter -> letter.redriven(turn.now()))
                : mail.without(decide.messageId());
        var unused = leave(turn, state, after, turn.now(), null);
        return true;
    }

    /** What stays of the mailbox, with the next message taken from it. */
    private static Optional<Letter> leave(
            Turn<MailboxState> turn, MailboxState state, Mail mail, Instant now, @Nullable Lock lock) {
        Mail left = lock == null ? mail : withoutHopeless(mail, now, lock);
        Optional<Letter> taken =
                lock == null ? Optional.empty() : left.head(now).map(head -> head.locked(now.plus(lock.time())));
        Mail after =
                taken.map(letter -> left.changed(letter.id(), any -> letter)).orElse(left);
        if (after.letters().isEmpty()) {
            turn.complete();
        } else if (after.equals(turn.requests().mail())) {
            turn.unchanged();
        } else {
            turn.become(new MailboxState(state.destination(), after.dead().size()));
        }
        turn.requests().mail(after);
        return taken;
    }

    /** A message whose hosts died each time, before they could say anything, is what kills them. */
    private static Mail withoutHopeless(Mail mail, Instant now, Lock lock) {
        Mail left = mail;
        Optional<Letter> head = left.head(now);
        while (head.isPresent() && head.get().deliveries() >= lock.most()) {
            String why = "it was taken " + head.get().deliveries() + " times, and no host has told what became of it";
            left = left.changed(head.get().id(), letter -> letter.dead(now, why));
            head = left.head(now);
        }
        return left;
    }
}
