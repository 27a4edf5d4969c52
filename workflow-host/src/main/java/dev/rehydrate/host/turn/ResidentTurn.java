// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.host.Acknowledge;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.OperationKind;
import dev.rehydrate.host.TurnFacts.Mark;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.state.ProcessedMessages;
import dev.rehydrate.instance.Revision;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A turn of an instance that is in memory, under a hold or for this turn only. */
final class ResidentTurn<S, M, R> {

    private final Attempt<S, M, R> attempt;
    private final Call<S, M, R> call;
    private final Resident<S> resident;
    private final EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);

    ResidentTurn(Attempt<S, M, R> attempt, Resident<S> resident, boolean rehydrated) {
        this.attempt = attempt;
        this.call = attempt.call();
        this.resident = resident;
        if (rehydrated) {
            marks.add(Mark.REHYDRATED);
        }
    }

    CompletableFuture<Verdict<R>> run() {
        Optional<ProcessedMessages.Entry> repeated = attempt.remembered(resident.hostState());
        if (repeated.isPresent()) {
            return repeated(repeated.get());
        }
        DueTimer timer = call.timer();
        if (timer != null && timer.in(resident.hostState().timers()).isEmpty()) {
            return left().thenApply(unloaded -> replied(null));
        }
        if (resident.hostState().ending() != null && !(call.message() instanceof MaintenanceMessage)) {
            return isOver();
        }
        return call.operation().kind() == OperationKind.CREATE_ONLY
                ? leaving(new CallOutcome.AlreadyExists<>(resident.id(), call.asked(), resident.seen()))
                : ifExpected();
    }

    /** The message was handled before: the first reply again, without a turn. */
    private CompletableFuture<Verdict<R>> repeated(ProcessedMessages.Entry before) {
        marks.add(Mark.REPEATED);
        R reply = attempt.rememberedReply(before);
        attempt.event(Kind.REPEATED, resident).publish();
        return left().thenApply(unloaded -> replied(reply));
    }

    /**
     * The instance has ended and its last messages are being sent. After them a message that may create begins a new
     * instance. The messages are sent in this job, because the job that would send them waits behind it.
     */
    private CompletableFuture<Verdict<R>> isOver() {
        CallOutcome<R> completed = new CallOutcome.Completed<>(resident.id());
        if (call.operation().kind() == OperationKind.MUST_EXIST) {
            return leaving(completed);
        }
        boolean held = resident.isHeld();
        CompletableFuture<Void> worked =
                held ? attempt.lane().runDueWork(resident) : CompletableFuture.completedFuture(null);
        return worked.thenCompose(done -> resident.handle().isValid() ? left() : worked)
                .thenApply(unloaded -> new Verdict.Retry<>(completed, null, Kind.WAITED, held ? null : resident.id()));
    }

    private CompletableFuture<Verdict<R>> ifExpected() {
        Revision expected = call.expectedRevision();
        if (expected == null) {
            return turn();
        }
        return savedFirst()
                .thenCompose(saved -> expected.equals(resident.seen())
                        ? turn()
                        : leaving(new CallOutcome.Stale<>(resident.id(), resident.seen())));
    }

    /** Unsaved changes have no revision yet, so they are saved before the comparison. */
    private CompletableFuture<?> savedFirst() {
        return resident.isUnsaved()
                ? orAbort(attempt.unloader().save(resident, AfterSave.KEEP))
                : CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Verdict<R>> turn() {
        CompletableFuture<Verdict<R>> turn = Failures.caught(() -> {
            M message = call.message(resident.hostState().timers());
            RunningTurn<S> running = attempt.turn(resident);
            R reply = attempt.handle(running, resident.id(), resident.state(), message);
            return end(reply, new TurnResult<>(attempt, running, reply, resident));
        });
        return orAbort(turn.exceptionallyCompose(
                failure -> new FailedTurn<>(attempt, resident, Failures.unwrap(failure)).run()));
    }

    private CompletableFuture<Verdict<R>> end(@Nullable R reply, TurnResult<S, M, R> end) {
        if (end.savesNothing()) {
            return left().thenApply(unloaded -> replied(reply));
        }
        if (waitsForIdle() && end.mayWait()) {
            if (attempt.isTooLate()) {
                return CompletableFuture.failedFuture(attempt.tooLate(resident.id()));
            }
            resident.replied(end.content().state(), end.trace());
            return CompletableFuture.completedFuture(replied(reply));
        }
        long startedAt = attempt.settings().time().nanoTime();
        return attempt.commit(resident.handle(), resident.id(), end.saveCommand(resident))
                .thenApply(outcome -> outcome.fold(
                        saved -> saved(new Written<>(reply, saved.receipt(), startedAt), end),
                        mismatch -> aborted(attempt.rerun()),
                        held -> aborted(attempt.heldBy(held.id(), held.holder())),
                        completed -> aborted(attempt.ended(completed.id()))));
    }

    private boolean waitsForIdle() {
        HostSettings settings = attempt.settings();
        return settings.acknowledge() == Acknowledge.BEFORE_SAVE && !settings.leavesAtOnce(call.definition());
    }

    private record Written<R>(@Nullable R reply, SaveReceipt receipt, long startedAt) {}

    private Verdict<R> saved(Written<R> written, TurnResult<S, M, R> end) {
        resident.saved(end.content(), written.receipt(), end.moves());
        attempt.services().otherTypes().saved(resident);
        marks.add(Mark.SAVED);
        if (end.completes()) {
            marks.add(Mark.COMPLETED);
            attempt.lane().drop(resident);
            attempt.event(Kind.COMPLETED, resident)
                    .tookSince(written.startedAt())
                    .publish();
            return replied(written.reply());
        }
        attempt.event(Kind.PERSISTED, resident).tookSince(written.startedAt()).publish();
        if (end.fails()) {
            resident.suspended();
            marks.add(Mark.FAILED);
            attempt.event(Kind.FAILED, resident).publish();
        }
        stayOrGo(end);
        return replied(written.reply());
    }

    private void stayOrGo(TurnResult<S, M, R> end) {
        if (!resident.handle().isValid()) {
            marks.add(Mark.DEHYDRATED);
            attempt.lane().drop(resident);
            attempt.event(Kind.DEHYDRATED, resident).publish();
            return;
        }
        end.keysOf(resident);
        attempt.unloader().keep(attempt.lane(), resident);
        if (end.hasWork()) {
            attempt.lane().addDueWork();
        }
    }

    private Verdict<R> replied(@Nullable R reply) {
        return attempt.replied(reply, resident.id(), new Attempt.Saved(resident.seen(), resident.token()), marks);
    }

    private Verdict<R> aborted(Verdict<R> verdict) {
        attempt.unloader().abort(attempt.lane(), resident, null);
        return verdict;
    }

    /** The message changes nothing; an instance that leaves memory after every turn leaves it now. */
    private CompletableFuture<Verdict<R>> leaving(CallOutcome<R> outcome) {
        return left().thenApply(unloaded -> attempt.done(outcome));
    }

    private CompletableFuture<Void> left() {
        if (!attempt.settings().leavesAtOnce(call.definition())) {
            return CompletableFuture.completedFuture(null);
        }
        marks.add(Mark.DEHYDRATED);
        return attempt.unloader().unload(attempt.lane(), resident);
    }

    /** After a failure the state in memory may be half changed, so the copy is dropped. */
    private <T> CompletableFuture<T> orAbort(CompletableFuture<T> step) {
        return step.whenComplete((done, failure) -> {
            if (failure != null) {
                attempt.unloader().abort(attempt.lane(), resident, Failures.unwrap(failure));
            }
        });
    }
}
