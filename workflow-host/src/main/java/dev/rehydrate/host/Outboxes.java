// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.host.async.Deadline;
import dev.rehydrate.host.control.ControlAccess;
import dev.rehydrate.host.control.ControlStore;
import dev.rehydrate.host.control.DeadLetterRedrive;
import dev.rehydrate.host.control.DeadLetterSearch;
import dev.rehydrate.host.outbox.OutboxMaintenance;
import dev.rehydrate.host.outbox.WaitingMessage;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.turn.Call;
import dev.rehydrate.host.turn.CallRouter;
import dev.rehydrate.host.turn.Definitions;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The messages that instances have sent and that no sink has taken yet, of the whole farm. Every method may be used while the
 * farm runs; a future fails with an {@link dev.rehydrate.command.failure.InstanceStoreException} if the store does not answer, and
 * with a {@link HostStoppedException} if the host has stopped.
 */
public final class Outboxes {

    private final ControlAccess control;
    private final Definitions definitions;
    private final CallRouter router;

    Outboxes(ControlAccess control, Definitions definitions, CallRouter router) {
        this.control = control;
        this.definitions = definitions;
        this.router = router;
    }

    /**
     * One page of dead letters.
     *
     * @param messages the messages of the instances on this page, those of one instance together and in their order
     * @param unreadable the instances on this page whose messages cannot be read, which the log says why
     * @param total how many instances there are to look into, on all pages
     * @param gap why instances may be missing, as {@link dev.rehydrate.command.outcome.InstancePage#gap()} says it; null if none is
     */
    public record Page(
            List<UnsentMessage> messages,
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
     * Lists what one instance has to send.
     *
     * @param instance the instance
     * @return the messages in their order, dead letters included; empty if there is no such instance
     */
    public CompletableFuture<List<UnsentMessage>> messages(InstanceId instance) {
        return store().ask(instance, LoadInstance.of(LoadMode.peek()))
                .thenApply(outcome -> outcome.loaded().map(Outboxes::messages).orElse(List.of()));
    }

    private static List<UnsentMessage> messages(InstanceSnapshot instance) {
        return HostState.of(instance).outbox().entries().stream()
                .<UnsentMessage>map(entry -> new WaitingMessage(instance.id(), entry))
                .toList();
    }

    /**
     * Lists the dead letters of the instances of one definition in all its versions. Each instance is loaded, so read large
     * sets page by page.
     *
     * @param definition the name of the definition
     * @param offset how many instances to pass over
     * @param limit how many instances to look into at most, up to {@value InstanceQuery#MAX_LIMIT}; 0 only to count them
     * @return a page
     * @throws IllegalArgumentException if offset or limit is out of range
     */
    public CompletableFuture<Page> deadLetters(String definition, int offset, int limit) {
        InstanceQuery query = InstanceQuery.builder()
                .ofDefinition(definition)
                .in(InstanceState.INITIALIZED)
                .page(offset, limit)
                .build();
        ControlStore store = store();
        return store.ask(null, new QueryInstances(query))
                .thenCompose(page -> new DeadLetterSearch<>(Outboxes::messages, UnsentMessage::isDead)
                        .lookFor(store, page)
                        .thenApply(dead -> new Page(dead.found(), dead.unreadable(), page.total(), page.gap())));
    }

    /**
     * Redrives a dead letter: it is sent again, in its place before the messages that were sent after it. A host that does not have the
     * definition of the instance only writes that it is to be sent again; a host that has it sends.
     *
     * @param message the message
     * @return whether it is redriven; false if it is not a dead letter any more. Fails with {@link IllegalStateException}, and nothing
     *     has changed, if the instance is suspended: resume it first; or if it is busy or held for longer than a call waits for the
     *     store. Where this host has the definition, that is a {@link NoReplyException}.
     */
    public CompletableFuture<Boolean> redrive(UnsentMessage message) {
        return decide(message, true);
    }

    /**
     * Discards a dead letter. An instance that has ended and waits for nothing else is then completed.
     *
     * @param message the message
     * @return whether it is discarded; false if it is not a dead letter any more. Fails with {@link IllegalStateException}, and nothing
     *     has changed, if the instance is suspended: resume it first; or if it is busy for longer than a call waits for the store: both
     *     are a {@link NoReplyException}; or if this host does not have its definition.
     */
    public CompletableFuture<Boolean> discard(UnsentMessage message) {
        return decide(message, false);
    }

    private CompletableFuture<Boolean> decide(UnsentMessage message, boolean again) {
        OutboxMaintenance maintenance = new OutboxMaintenance(message.instance(), message.id(), again);
        return store().ask(message.instance(), LoadInstance.of(LoadMode.peek()))
                .thenCompose(outcome -> outcome.loaded()
                        .map(instance -> decide(instance, maintenance))
                        .orElseGet(() -> CompletableFuture.completedFuture(false)));
    }

    private CompletableFuture<Boolean> decide(InstanceSnapshot instance, OutboxMaintenance maintenance) {
        DefinitionIdentity identity = instance.header().definition();
        Optional<WorkflowDefinition<?>> known = definitions.of(identity);
        if (known.isPresent()) {
            return decide(known.get(), maintenance);
        }
        if (!maintenance.again()) {
            throw new IllegalStateException("this host does not know the definition " + identity + " of the instance "
                    + instance.id() + ", and so not how it ends without its last message");
        }
        return new DeadLetterRedrive(
                        store(),
                        instance.id(),
                        maintenance.messageId(),
                        control.store().store().now())
                .run();
    }

    private <S> CompletableFuture<Boolean> decide(WorkflowDefinition<S> definition, OutboxMaintenance maintenance) {
        Call.Terms terms = new Call.Terms(deadline(), null, null, null);
        Operation<S, OutboxMaintenance, Boolean> operation = OutboxMaintenance.operation();
        return router.take(Call.to(maintenance.instance(), definition, operation, maintenance, terms))
                .thenApply(outcome -> !isGone(outcome)
                        && Boolean.TRUE.equals(outcome.replyOrThrow().reply()));
    }

    private static boolean isGone(CallOutcome<?> outcome) {
        return outcome instanceof CallOutcome.UnknownInstance || outcome instanceof CallOutcome.Completed;
    }

    private ControlStore store() {
        return control.withinStoreTimeout();
    }

    private Deadline deadline() {
        return Deadline.in(control.settings().time(), control.settings().storeTimeout());
    }
}
