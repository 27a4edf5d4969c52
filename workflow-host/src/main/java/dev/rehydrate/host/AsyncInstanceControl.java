// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.control.BulkCompletion;
import dev.rehydrate.host.control.ControlAccess;
import dev.rehydrate.host.control.ControlStore;
import dev.rehydrate.host.control.FailureRetry;
import dev.rehydrate.host.control.ForcedCompletion;
import dev.rehydrate.host.control.InstanceInspector;
import dev.rehydrate.host.control.LocalCopy;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.host.turn.Definitions;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceSnapshot;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * {@link InstanceControl} without waiting. Each method returns what the one of the same name there returns, or the failure
 * that it would throw. Futures are completed on a thread of the host; cancelling one stops nothing.
 */
public final class AsyncInstanceControl {

    private final ControlAccess control;
    private final LocalCopy.Access copies;
    private final Definitions definitions;
    private final Timeline timeline;
    private final Duration time;

    AsyncInstanceControl(
            ControlAccess control, LocalCopy.Access copies, Definitions definitions, Timeline timeline, Duration time) {
        this.control = control;
        this.copies = copies;
        this.definitions = definitions;
        this.timeline = timeline;
        this.time = time;
    }

    AsyncInstanceControl within(Duration other) {
        return new AsyncInstanceControl(control, copies, definitions, timeline, other);
    }

    Duration time() {
        return time;
    }

    /**
     * Lists instances.
     *
     * @param query which, in which order, how many
     * @return one page
     */
    public CompletableFuture<InstancePage> list(InstanceQuery query) {
        return store().ask(null, new QueryInstances(query));
    }

    /**
     * Shows an instance.
     *
     * @param id the instance
     * @return what is stored, or empty if there is no such instance
     */
    public CompletableFuture<Optional<InspectedInstance>> inspect(InstanceId id) {
        return store().ask(id, LoadInstance.of(LoadMode.peek())).thenApply(AsyncInstanceControl::inspected);
    }

    /**
     * Shows the instance that has a key.
     *
     * @param key the key
     * @return what is stored, or empty if no instance has the key
     */
    public CompletableFuture<Optional<InspectedInstance>> inspect(CorrelationKey key) {
        return store().ask(null, LoadInstanceByKey.of(key.key(), LoadMode.peek()))
                .thenApply(outcome -> {
                    InstanceKeyView stored = outcome.loaded()
                            .map(snapshot -> snapshot.keys().get(key.key()))
                            .orElse(null);
                    if (stored != null) {
                        key.requireSameText(stored);
                    }
                    return inspected(outcome);
                });
    }

    private static Optional<InspectedInstance> inspected(LoadOutcome outcome) {
        return outcome.loaded().map(InstanceInspector::of);
    }

    /**
     * Keeps an instance from running until it is resumed.
     *
     * @param id the instance
     * @param reason what a person should know, not blank
     * @return the answer
     * @throws IllegalArgumentException if the reason is blank
     */
    public CompletableFuture<ControlResult> suspend(InstanceId id, String reason) {
        return control("suspend", id, SuspendInstance.because(reason));
    }

    /**
     * Lets an instance run again.
     *
     * @param id the instance
     * @return the answer
     */
    public CompletableFuture<ControlResult> resume(InstanceId id) {
        ControlStore store = store();
        CompletableFuture<ControlResult> resumed = new FailureRetry(store, localCopy(store, id), id)
                .run()
                .thenCompose(result -> result == ControlResult.NOT_FAILED
                        ? store.ask(id, ResumeInstance.now()).thenApply(AsyncInstanceControl::result)
                        : CompletableFuture.completedFuture(result));
        return published("resume", id, resumed);
    }

    /**
     * Lets a failed instance run again.
     *
     * @param id the instance
     * @return the answer
     */
    public CompletableFuture<ControlResult> retry(InstanceId id) {
        ControlStore store = store();
        return published("retry", id, new FailureRetry(store, localCopy(store, id), id).run());
    }

    /**
     * Ends an instance as failed.
     *
     * @param id the instance
     * @param reason what a person should know, not blank
     * @return the answer
     * @throws IllegalArgumentException if the reason is blank
     */
    public CompletableFuture<ControlResult> terminate(InstanceId id, String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException(
                    "a termination needs a reason: it is all that is kept of why the instance ended");
        }
        return end("terminate", store(), id, "failed: " + reason);
    }

    /**
     * Ends an instance as cancelled.
     *
     * @param id the instance
     * @return the answer
     */
    public CompletableFuture<ControlResult> cancel(InstanceId id) {
        return end("cancel", store(), id, "cancelled");
    }

    /**
     * Releases the hold of an instance by force.
     *
     * @param id the instance
     * @return the answer
     */
    public CompletableFuture<ControlResult> forceRelease(InstanceId id) {
        return control("forceRelease", id, ForceRelease.now());
    }

    /**
     * Removes an instance with its keys.
     *
     * @param id the instance
     * @return the answer
     */
    public CompletableFuture<ControlResult> delete(InstanceId id) {
        return control("delete", id, DeleteInstance.now());
    }

    /**
     * Ends all instances of a definition.
     *
     * @param definition the name of the definition; all its versions are meant
     * @return how many were ended, and how many are left
     */
    public CompletableFuture<BulkCompletionResult> completeAll(String definition) {
        ControlStore store = store();
        return new BulkCompletion(
                        store,
                        Objects.requireNonNull(definition, "definition"),
                        id -> end("completeAll", store, id, null))
                .run();
    }

    private CompletableFuture<ControlResult> control(
            String action, InstanceId id, PersistenceCommand<ControlOutcome> command) {
        ControlStore store = store();
        CompletableFuture<ControlResult> done = store.ask(id, command)
                .thenCompose(outcome -> localCopy(store, id).revalidate().thenApply(valid -> result(outcome)));
        return published(action, id, done);
    }

    private CompletableFuture<ControlResult> end(
            String action, ControlStore store, InstanceId id, @Nullable String note) {
        return published(
                action, id, new ForcedCompletion(store, localCopy(store, id), id, note, this::actionFor).run());
    }

    /** Publishes that an administrator, and no message, changed the instance, also if the caller cancels the answer. */
    private CompletableFuture<ControlResult> published(
            String action, InstanceId id, CompletableFuture<ControlResult> answer) {
        return answer.whenComplete((result, failure) -> {
                    if (result == ControlResult.DONE) {
                        timeline.instance(Kind.CONTROLLED, id).asked(action).publish();
                    }
                })
                .copy();
    }

    /** As its definition says, if this host knows it; else as the owner says. */
    private @Nullable CompletionAction actionFor(InstanceSnapshot snapshot) {
        DefinitionIdentity identity = snapshot.header().definition();
        return identity == null
                ? null
                : definitions.of(identity).map(WorkflowDefinition::completion).orElse(null);
    }

    private static ControlResult result(ControlOutcome outcome) {
        return switch (outcome) {
            case DONE -> ControlResult.DONE;
            case NOT_FOUND -> ControlResult.NOT_FOUND;
            case COMPLETED -> ControlResult.COMPLETED;
        };
    }

    private ControlStore store() {
        return control.within(time);
    }

    private LocalCopy localCopy(ControlStore store, InstanceId id) {
        return copies.of(store, id);
    }
}
