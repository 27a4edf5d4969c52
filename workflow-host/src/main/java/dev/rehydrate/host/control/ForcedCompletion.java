// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.control;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.host.ControlResult;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.host.lane.SaveCommands;
import dev.rehydrate.host.state.Conversations;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.state.Outbox;
import dev.rehydrate.host.state.OutboxEntry;
import dev.rehydrate.host.state.PendingCompletion;
import dev.rehydrate.host.state.Timers;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.SafeText;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Ends an instance by order of an administrator. A hold is force-released first; the end is written only if the revision is
 * the one that was read, so that it never ends a later incarnation of the same id.
 */
public final class ForcedCompletion {

    /** So often the attempt is repeated without a pause: contention is usually over at the next command. */
    private static final int AT_ONCE = 3;

    private final ControlStore store;
    private final LocalCopy localCopy;
    private final InstanceId id;
    private final ValueDelta<InstanceValue> note;
    private final Function<InstanceSnapshot, @Nullable CompletionAction> action;

    public ForcedCompletion(
            ControlStore store,
            LocalCopy localCopy,
            InstanceId id,
            @Nullable String note,
            Function<InstanceSnapshot, @Nullable CompletionAction> action) {
        this.store = store;
        this.localCopy = localCopy;
        this.id = id;
        this.note = note == null
                ? ValueDelta.none()
                : ValueDelta.putting(Map.of(MetadataNames.ENDED, InstanceValue.of(SafeText.line(note))));
        this.action = action;
    }

    public CompletableFuture<ControlResult> run() {
        return localCopy
                .unload()
                .thenCompose(given -> attempt(1))
                .thenCompose(result -> localCopy.revalidate().thenApply(valid -> result));
    }

    private CompletableFuture<ControlResult> attempt(int attempts) {
        return store.ask(id, LoadInstance.of(LoadMode.peek()))
                .thenCompose(seen -> seen.loaded()
                        .map(snapshot -> end(snapshot, attempts))
                        .orElseGet(() -> CompletableFuture.completedFuture(ControlResult.NOT_FOUND)));
    }

    private CompletableFuture<ControlResult> end(InstanceSnapshot seen, int attempts) {
        if (seen.state() == InstanceState.COMPLETED) {
            return CompletableFuture.completedFuture(ControlResult.COMPLETED);
        }
        HostState hostState = hostStateOf(seen);
        boolean sends = hostState.outbox().head().isPresent();
        if (sends && hostState.ending() != null && seen.header().suspension() == null) {
            return CompletableFuture.completedFuture(ControlResult.DONE);
        }
        PersistenceCommand<SaveOutcome> end = sends ? endAfterMessages(seen, hostState) : endNow(seen, hostState);
        return seen.header().holder() == null
                ? write(end, attempts)
                : store.ask(id, ForceRelease.now()).thenCompose(released -> write(end, attempts));
    }

    private CompletableFuture<ControlResult> write(PersistenceCommand<SaveOutcome> end, int attempts) {
        return store.ask(id, end)
                .thenCompose(outcome -> after(outcome, attempts))
                .exceptionallyCompose(failed -> {
                    Throwable failure = Failures.unwrap(failed);
                    return failure instanceof HandleConflictException
                            ? again(attempts)
                            : CompletableFuture.failedFuture(failure);
                });
    }

    /** What cannot be read cannot be sent. */
    private static HostState hostStateOf(InstanceSnapshot seen) {
        try {
            return HostState.of(seen);
        } catch (RuntimeException unreadable) {
            return HostState.NONE;
        }
    }

    /** What is kept has no timers and no conversations any more. */
    private PersistenceCommand<SaveOutcome> endNow(InstanceSnapshot seen, HostState hostState) {
        HostState last = hostState.with(Timers.NONE).with(Conversations.NONE);
        InstanceChanges<InstanceValue> changes =
                InstanceChanges.builder().metadata(noted(last.since(hostState))).build();
        return new CompleteInstance(
                CommandId.random(), changes, Expected.revision(seen.revision()), action.apply(seen));
    }

    /**
     * Messages in the outbox are sent first; the host that sends the last one completes the instance. Dead letters are
     * dropped, because they would keep the instance from ending for ever.
     */
    private PersistenceCommand<SaveOutcome> endAfterMessages(InstanceSnapshot seen, HostState hostState) {
        Outbox waiting = hostState.outbox();
        for (OutboxEntry aside : waiting.dead()) {
            waiting = waiting.without(aside.number());
        }
        HostState last = hostState.with(waiting).endingBy(new PendingCompletion(action.apply(seen)));
        InstanceChanges.Builder changes =
                InstanceChanges.builder().metadata(noted(last.since(hostState))).resume();
        return SaveInstance.ifUnchanged(SaveCommands.due(changes, last).build(), seen.revision());
    }

    private ValueDelta<InstanceValue> noted(ValueDelta<InstanceValue> delta) {
        Map<String, InstanceValue> put = new HashMap<>(delta.put());
        put.putAll(note.put());
        return new ValueDelta<>(put, delta.remove());
    }

    private CompletableFuture<ControlResult> after(SaveOutcome outcome, int attempts) {
        return outcome.fold(
                saved -> CompletableFuture.completedFuture(ControlResult.DONE),
                mismatch -> again(attempts),
                held -> again(attempts),
                completed -> CompletableFuture.completedFuture(ControlResult.COMPLETED));
    }

    private CompletableFuture<ControlResult> again(int attempts) {
        return attempts < AT_ONCE
                ? attempt(attempts + 1)
                : store.again(
                        attempts,
                        () -> attempt(attempts + 1),
                        () -> CompletableFuture.completedFuture(ControlResult.BUSY));
    }
}
