// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.control.ControlAccess;
import dev.rehydrate.host.control.ControlStore;
import dev.rehydrate.host.control.DeadLetterSearch;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.host.mailbox.MailboxState;
import dev.rehydrate.host.mailbox.WaitingPost;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.turn.Call;
import dev.rehydrate.host.turn.CallRouter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.PromotedValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The messages that were posted and are not delivered yet, of the whole farm. Every method may be used while the farm runs; a
 * future fails with an {@link dev.rehydrate.command.failure.InstanceStoreException} if the store does not answer, and with a {@link
 * HostStoppedException} if the host has stopped.
 */
public final class Mailboxes {

    /** The name of the definition of all mailboxes; a mailbox is an instance in which messages for another one wait. */
    public static final String DEFINITION = Mailbox.NAME;

    /** Under this name each mailbox promotes how many of its messages are dead letters; a number. */
    public static final String DEAD_LETTERS = MailboxState.DEAD;

    private final ControlAccess control;
    private final CallRouter router;

    Mailboxes(ControlAccess control, CallRouter router) {
        this.control = control;
        this.router = router;
    }

    /**
     * One page of dead letters.
     *
     * @param messages the messages of the mailboxes on this page, those of one mailbox together and in their order
     * @param unreadable the mailboxes on this page whose messages cannot be read, which the log says why
     * @param total how many mailboxes have such messages, on all pages
     * @param gap why mailboxes may be missing, as {@link dev.rehydrate.command.outcome.InstancePage#gap()} says it; null if none is
     */
    public record Page(
            List<PostedMessage> messages,
            List<InstanceId> unreadable,
            long total,
            @Nullable String gap) {
        /** Copies the lists. */
        public Page {
            messages = List.copyOf(messages);
            unreadable = List.copyOf(unreadable);
        }
    }

    /**
     * Lists what waits for one instance.
     *
     * @param destination the instance, or the home of the key, as in a {@link PostReceipt}
     * @return the messages, in the order in which they were posted
     */
    public CompletableFuture<List<PostedMessage>> messages(InstanceId destination) {
        return in(Mailbox.of(destination));
    }

    /**
     * Lists the dead letters of mailboxes that belong to hosts of this host's type.
     *
     * @param offset how many mailboxes to pass over
     * @param limit how many mailboxes to look into at most, up to {@value InstanceQuery#MAX_LIMIT}; 0 only to count them
     * @return a page
     * @throws IllegalArgumentException if offset or limit is out of range
     */
    public CompletableFuture<Page> deadLetters(int offset, int limit) {
        InstanceQuery.Builder query = InstanceQuery.builder()
                .ofDefinition(Mailbox.NAME)
                .in(InstanceState.INITIALIZED)
                .where(new PromotedCondition(MailboxState.DEAD, PromotedValue.of(1), null))
                .page(offset, limit);
        String hostType = control.settings().description().hostType();
        if (hostType != null) {
            query.ofHostType(hostType);
        }
        ControlStore store = store();
        return store.ask(null, new QueryInstances(query.build()))
                .thenCompose(page -> new DeadLetterSearch<>(
                                Mailboxes::messages, message -> message.state() == PostedMessage.State.DEAD)
                        .lookFor(store, page)
                        .thenApply(dead -> new Page(dead.found(), dead.unreadable(), page.total(), page.gap())));
    }

    /**
     * Redrives a dead letter: it is delivered again, in its place before the messages that were posted after it.
     *
     * @param message the message
     * @return whether it is redriven; false if it is not a dead letter any more. The future fails with a {@link NoReplyException} if the
     *     mailbox is busy for longer than a call waits for the store; nothing was changed
     */
    public CompletableFuture<Boolean> redrive(PostedMessage message) {
        return decide(message, true);
    }

    /**
     * Discards a message: a dead letter, or one that waits and is not to be delivered, as one whose turn suspends its instance again
     * each time that it is resumed.
     *
     * @param message the message
     * @return whether it is discarded; false if it is not there any more, or if a host has taken it to deliver it. The future fails with
     *     a {@link NoReplyException} if the mailbox is busy for longer than a call waits for the store; nothing was changed
     */
    public CompletableFuture<Boolean> discard(PostedMessage message) {
        return decide(message, false);
    }

    private CompletableFuture<Boolean> decide(PostedMessage message, boolean again) {
        Call.Terms terms = new Call.Terms(
                Deadline.in(control.settings().time(), control.settings().storeTimeout()), null, null, null);
        return router.take(Call.to(
                        message.mailbox(),
                        Mailbox.DEFINITION,
                        Mailbox.DECIDE,
                        new Mailbox.Decide(message.mailbox(), message.id(), again),
                        terms))
                .thenApply(outcome -> !(outcome instanceof CallOutcome.UnknownInstance<Boolean>)
                        && Boolean.TRUE.equals(outcome.replyOrThrow().reply()));
    }

    private CompletableFuture<List<PostedMessage>> in(InstanceId mailbox) {
        return store().ask(mailbox, LoadInstance.of(LoadMode.peek()))
                .thenApply(outcome -> outcome.loaded().map(Mailboxes::messages).orElse(List.of()));
    }

    private ControlStore store() {
        return control.withinStoreTimeout();
    }

    private static List<PostedMessage> messages(InstanceSnapshot mailbox) {
        String destination = Mailbox.DEFINITION.stateOf(null, mailbox.data()).destination();
        return HostState.of(mailbox).queue().messages().stream()
                .<PostedMessage>map(queued -> new WaitingPost(mailbox.id(), destination, queued))
                .toList();
    }
}
