// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.lane.DirtyTracker;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.lane.SaveCommands;
import dev.rehydrate.host.state.Conversations;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.state.Payload;
import dev.rehydrate.host.state.PendingCompletion;
import dev.rehydrate.host.state.Timers;
import dev.rehydrate.host.state.Trace;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceValue;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The result of a handler that has returned: what to write, in one command, and whether the hold is released. */
final class TurnResult<S, M, R> {

    private final Attempt<S, M, R> attempt;
    private final RunningTurn<S> turn;
    private final @Nullable Resident<S> resident;
    private final HostState before;
    private final HostState hostState;
    private final DirtyTracker.@Nullable Step step;

    /**
     * Reads what a turn has requested.
     *
     * @param attempt for which message
     * @param turn the turn
     * @param reply what it replied
     * @param resident the instance, or null if it begins with this turn
     */
    TurnResult(Attempt<S, M, R> attempt, RunningTurn<S> turn, @Nullable R reply, @Nullable Resident<S> resident) {
        this.attempt = attempt;
        this.turn = turn;
        this.resident = resident;
        this.before = resident == null ? HostState.NONE : resident.hostState();
        this.hostState = hostStateAfter(reply);
        this.step = stepOfData();
    }

    /** The state after the turn; a turn that says that it is unchanged has not become another one. */
    private @Nullable S state() {
        return resident != null && turn.ending() == RunningTurn.Ending.NOTHING ? resident.state() : turn.state();
    }

    private DirtyTracker.@Nullable Step stepOfData() {
        S state = state();
        boolean stays = turn.ending() == RunningTurn.Ending.NOTHING && (resident == null || !resident.isUnsaved());
        if (state == null || stays) {
            return null;
        }
        DirtyTracker stored = resident == null ? DirtyTracker.none() : resident.baseline();
        return stored.to(attempt.valuesOf(turn.origin().instance(), state));
    }

    private HostState hostStateAfter(@Nullable R reply) {
        Call<S, M, R> call = attempt.call();
        Instant now = turn.requests().now();
        HostState next = resident == null ? before : before.with(resident.trace());
        DueTimer due = call.timer();
        if (due != null) {
            // The times that have passed while the turn ran are missed.
            Instant over = attempt.settings().clock().instant();
            next = next.with(due.doneIn(next.timers(), over));
        }
        next = turn.requests().after(next);
        String messageId = call.messageId();
        if (messageId != null) {
            next = next.with(next.processed()
                    .with(
                            messageId,
                            now,
                            Payload.of(call.operation().replyType().isPresent() ? reply : null),
                            attempt.settings().remembered()));
        }
        if (turn.ending() != RunningTurn.Ending.COMPLETE) {
            return next;
        }
        // Timers and conversations end with their instance, and an instance that is kept must not keep them.
        HostState last = next.with(Timers.NONE).with(Conversations.NONE);
        return last.outbox().entries().isEmpty() ? last : last.endingBy(new PendingCompletion(action()));
    }

    private @Nullable CompletionAction action() {
        return turn.action() != null
                ? turn.action()
                : attempt.call().definition().completion();
    }

    /** Whether the turn has only read, for a message that need not be remembered. */
    boolean savesNothing() {
        Call<S, M, R> call = attempt.call();
        return turn.ending() == RunningTurn.Ending.NOTHING
                && turn.requests().isEmpty()
                && call.timer() == null
                && call.messageId() == null;
    }

    /** Whether the reply may be given before the save: only the state has changed. */
    boolean mayWait() {
        return turn.ending() == RunningTurn.Ending.SAVE
                && hostState.with(before.trace()).equals(before)
                && turn.requests().isEmpty();
    }

    /** What this turn was part of, or the one before it if this one does not say. */
    Trace trace() {
        return hostState.trace();
    }

    /** Whether the instance is completed by this very command; otherwise it has messages to send before. */
    boolean completes() {
        return turn.ending() == RunningTurn.Ending.COMPLETE && hostState.ending() == null;
    }

    boolean fails() {
        return turn.requests().failure() != null;
    }

    /** Whether there is something to do for the instance as soon as it is saved. */
    boolean hasWork() {
        Instant now = turn.requests().now();
        return hostState.ending() != null
                || hostState.dueAt().filter(due -> !due.isAfter(now)).isPresent();
    }

    PersistenceCommand<SaveOutcome> createCommand() {
        InstanceChanges<InstanceValue> changes = changes(attempt.call().key());
        return completes()
                ? new CompleteInstance(CommandId.random(), changes, Expected.absent(), action())
                : CreateInstance.of(changes, after());
    }

    PersistenceCommand<SaveOutcome> saveCommand(Resident<S> instance) {
        InstanceChanges<InstanceValue> changes = changes(null);
        // The hold protects the save; the revision protects its repetition after the hold may be gone.
        Expected expected = Expected.revision(instance.revision());
        return completes()
                ? new CompleteInstance(CommandId.random(), changes, expected, action())
                : new SaveInstance(CommandId.random(), changes, expected, after());
    }

    private AfterSave after() {
        boolean leaves =
                fails() || attempt.settings().leavesAtOnce(attempt.call().definition());
        return leaves && !hasWork() ? AfterSave.RELEASE : AfterSave.KEEP;
    }

    private InstanceChanges<InstanceValue> changes(@Nullable CorrelationKey firstKey) {
        String failure = turn.requests().failure();
        InstanceChanges.Builder changes = InstanceChanges.builder()
                .metadata(seen(MetadataNames.withFailure(hostState.since(before), failure)))
                .keys(turn.requests().keys(firstKey));
        if (failure != null) {
            changes.fail(failure, null);
        }
        if (step != null) {
            SaveCommands.data(changes, step.change());
        }
        if (step != null || resident == null) {
            // A state that is not written stays in the form of the definition that has written it.
            changes.definition(attempt.call().definition().identity());
        }
        return SaveCommands.due(changes, hostState).build();
    }

    private ValueDelta<InstanceValue> seen(ValueDelta<InstanceValue> metadata) {
        return resident == null || moves() ? metadata : resident.keepingSeen(metadata);
    }

    /**
     * Whether clients see another state after this turn: its values, its keys, its conversations, or that it has ended or failed.
     * That messages are sent, and that it has handled one, they do not see.
     */
    boolean moves() {
        boolean data = step != null && !(step.change() instanceof DataChange.Unchanged);
        return data
                || turn.ending() == RunningTurn.Ending.COMPLETE
                || fails()
                || turn.requests().changesKeys()
                || !hostState.conversations().equals(before.conversations());
    }

    /** The instance has other keys now. */
    void keysOf(Resident<S> instance) {
        instance.keysChanged(turn.requests().keysAfter());
    }

    /** What there is when the command is done. */
    Resident.Content<S> content() {
        DirtyTracker stored = resident == null ? DirtyTracker.none() : resident.baseline();
        return new Resident.Content<>(Objects.requireNonNull(state()), step == null ? stored : step.after(), hostState);
    }
}
