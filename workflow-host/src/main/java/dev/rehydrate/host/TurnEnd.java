// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.DataChange;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SaveOutcome;
import dev.rehydrate.command.ValueDelta;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.agenda.Agenda;
import dev.rehydrate.host.agenda.Conversations;
import dev.rehydrate.host.agenda.Ending;
import dev.rehydrate.host.agenda.Payload;
import dev.rehydrate.instance.CompletionAction;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A handler has ended well: what is to be written now, in one command, and what becomes of the hold. */
final class TurnEnd<S, M, R> {

    private final Attempt<S, M, R> attempt;
    private final Turn<S> turn;
    private final @Nullable Resident<S> resident;
    private final Agenda before;
    private final Agenda agenda;
    private final Baseline.@Nullable Step step;

    /**
     * Looks at what a turn has asked for.
     *
     * @param attempt for which message
     * @param turn the turn
     * @param reply what it replied
     * @param resident the instance, or null if it begins with this turn
     */
    TurnEnd(Attempt<S, M, R> attempt, Turn<S> turn, @Nullable R reply, @Nullable Resident<S> resident) {
        this.attempt = attempt;
        this.turn = turn;
        this.resident = resident;
        this.before = resident == null ? Agenda.NONE : resident.agenda();
        this.agenda = agendaAfter(reply);
        this.step = stepOfData();
    }

    private Baseline.@Nullable Step stepOfData() {
        S state = turn.state();
        boolean stays = turn.ending() == Turn.Ending.NOTHING && (resident == null || !resident.isUnsaved());
        if (state == null || stays) {
            return null;
        }
        Baseline stored = resident == null ? Baseline.none() : resident.baseline();
        return stored.to(attempt.valuesOf(turn.origin().instance(), state));
    }

    private Agenda agendaAfter(@Nullable R reply) {
        Call<S, M, R> call = attempt.call();
        Instant now = turn.requests().now();
        Agenda next = before;
        DueTimer due = call.timer();
        if (due != null) {
            // The times that have passed while the turn ran are missed.
            Instant over = attempt.core().settings().clock().instant();
            next = next.with(due.doneIn(next.timers(), over));
        }
        next = turn.requests().after(next);
        String messageId = call.messageId();
        if (messageId != null && !changesNothing()) {
            next = next.with(next.handled()
                    .with(
                            messageId,
                            now,
                            Payload.of(call.operation().remembersReplies() ? reply : null),
                            attempt.core().settings().remembered()));
        }
        if (turn.ending() != Turn.Ending.COMPLETE) {
            return next;
        }
        // Conversations end with their instance, and an instance that is kept must not keep them.
        Agenda last = next.with(Conversations.NONE);
        return last.outbox().entries().isEmpty() ? last : last.endingBy(new Ending(action()));
    }

    private @Nullable CompletionAction action() {
        return turn.action() != null
                ? turn.action()
                : attempt.call().definition().completion();
    }

    private boolean changesNothing() {
        return turn.ending() == Turn.Ending.NOTHING && turn.requests().isEmpty();
    }

    /** Whether the turn has only read. */
    boolean savesNothing() {
        return changesNothing() && attempt.call().timer() == null;
    }

    /** Whether a reply may be given before the save: no more than the state has changed. */
    boolean mayWait() {
        return turn.ending() == Turn.Ending.SAVE
                && agenda.equals(before)
                && turn.requests().isEmpty();
    }

    /** Whether the instance is completed by this very command; otherwise it has messages to send before. */
    boolean completes() {
        return turn.ending() == Turn.Ending.COMPLETE && agenda.ending() == null;
    }

    boolean fails() {
        return turn.requests().failure() != null;
    }

    /** Whether there is something to do for the instance as soon as it is saved. */
    boolean hasWork() {
        Instant now = turn.requests().now();
        return agenda.ending() != null
                || agenda.dueAt().filter(due -> !due.isAfter(now)).isPresent();
    }

    PersistenceCommand<SaveOutcome> createCommand() {
        InstanceChanges changes = changes(attempt.call().key());
        return completes()
                ? new CompleteInstance(CommandId.random(), changes, Expected.absent(), action())
                : CreateInstance.of(changes, after());
    }

    PersistenceCommand<SaveOutcome> saveCommand(Resident<S> instance) {
        InstanceChanges changes = changes(null);
        // The hold protects the save; the revision protects its repetition after the hold may be gone.
        Expected expected = Expected.revision(instance.revision());
        return completes()
                ? new CompleteInstance(CommandId.random(), changes, expected, action())
                : new SaveInstance(CommandId.random(), changes, expected, after());
    }

    private AfterSave after() {
        boolean leaves =
                fails() || attempt.core().settings().leavesAtOnce(attempt.call().definition());
        return leaves && !hasWork() ? AfterSave.RELEASE : AfterSave.KEEP;
    }

    private InstanceChanges changes(@Nullable CorrelationKey firstKey) {
        String failure = turn.requests().failure();
        InstanceChanges.Builder changes = InstanceChanges.builder()
                .definition(attempt.call().definition().identity())
                .metadata(seen(Bookkeeping.withFailure(agenda.since(before), failure)))
                .keys(turn.requests().keys(firstKey));
        if (failure != null) {
            changes.suspend(failure, null);
        }
        if (step != null) {
            Saving.data(changes, step.change());
        }
        return Saving.due(changes, agenda).build();
    }

    private ValueDelta seen(ValueDelta metadata) {
        return resident == null || moves() ? metadata : resident.keepingSeen(metadata);
    }

    /**
     * Whether clients see another state after this turn: its values, its keys, its conversations, or that it has ended or failed.
     * That messages are sent, and that it has handled one, they do not see.
     */
    boolean moves() {
        boolean data = step != null && !(step.change() instanceof DataChange.Unchanged);
        return data
                || turn.ending() == Turn.Ending.COMPLETE
                || fails()
                || turn.requests().changesKeys()
                || !agenda.conversations().equals(before.conversations());
    }

    /** The instance has other keys now. */
    void keysOf(Resident<S> instance) {
        instance.keysChanged(turn.requests().keysAfter());
    }

    /** What there is when the command is done. */
    Resident.Content<S> content() {
        Baseline stored = resident == null ? Baseline.none() : resident.baseline();
        return new Resident.Content<>(
                Objects.requireNonNull(turn.state()), step == null ? stored : step.after(), agenda);
    }
}
