// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.SaveReceipt;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TurnFacts.Mark;
import dev.rehydrate.host.agenda.Handled;
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
        Optional<Handled.Entry> repeated = attempt.remembered(resident.agenda());
        if (repeated.isPresent()) {
            return repeated(repeated.get());
        }
        DueTimer timer = call.timer();
        if (timer != null && !timer.isIn(resident.agenda().timers())) {
            return left().thenApply(unloaded -> replied(null));
        }
        if (resident.agenda().ending() != null && !(call.message() instanceof Upkeep)) {
            return isOver();
        }
        return call.operation().kind() == OperationKind.CREATE_ONLY
                ? leaving(new CallOutcome.AlreadyExists<>(resident.id(), call.asked(), resident.seen()))
                : ifExpected();
    }

    /** The message was handled before: the first reply again, without a turn. */
    private CompletableFuture<Verdict<R>> repeated(Handled.Entry before) {
        marks.add(Mark.REPEATED);
        R reply = call.operation().rememberedReply(before.reply());
        attempt.event(Kind.REPEATED, resident).tell();
        return left().thenApply(unloaded -> replied(reply));
    }

    /**
     * Its last messages are being sent. When they are, whoever may create begins a new one; the work is done here, for whoever
     * was offered the instance waits behind this message.
     */
    private CompletableFuture<Verdict<R>> isOver() {
        CallOutcome<R> completed = new CallOutcome.Completed<>(resident.id());
        if (call.operation().kind() == OperationKind.MUST_EXIST) {
            return leaving(completed);
        }
        CompletableFuture<Void> worked = resident.isHeld()
                ? new AgendaWork(attempt.core(), attempt.lane(), resident).run()
                : CompletableFuture.completedFuture(null);
        return worked.thenCompose(done -> resident.handle().isValid() ? left() : worked)
                .thenApply(unloaded -> new Verdict.Again<>(completed, Kind.WAITED));
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

    /** A revision says nothing about changes that were not saved. */
    private CompletableFuture<?> savedFirst() {
        return resident.isUnsaved()
                ? orAbort(attempt.core().unloading().save(resident, AfterSave.KEEP))
                : CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Verdict<R>> turn() {
        CompletableFuture<Verdict<R>> turn = Failures.caught(() -> {
            Turn<S> running = attempt.turn(resident);
            R reply = attempt.handle(running, resident.id(), resident.state());
            return end(reply, new TurnEnd<>(attempt, running, reply, resident));
        });
        return orAbort(turn.exceptionallyCompose(
                failure -> new FailedTurn<>(attempt, resident, Failures.unwrap(failure)).run()));
    }

    private CompletableFuture<Verdict<R>> end(@Nullable R reply, TurnEnd<S, M, R> end) {
        if (end.savesNothing()) {
            return left().thenApply(unloaded -> replied(reply));
        }
        if (waitsForIdle() && end.mayWait()) {
            if (attempt.isTooLate()) {
                return CompletableFuture.failedFuture(attempt.tooLate(resident.id()));
            }
            resident.replied(end.content().state());
            return CompletableFuture.completedFuture(replied(reply));
        }
        long startedAt = attempt.core().settings().time().nanoTime();
        return attempt.commit(resident.handle(), resident.id(), end.saveCommand(resident))
                .thenApply(outcome -> outcome.fold(
                        saved -> saved(new Written<>(reply, saved.receipt(), startedAt), end),
                        mismatch -> aborted(attempt.rerun()),
                        held -> aborted(attempt.heldBy(held.id(), held.holder())),
                        completed -> aborted(attempt.ended(completed.id()))));
    }

    private boolean waitsForIdle() {
        HostSettings settings = attempt.core().settings();
        return settings.acknowledge() == Acknowledge.BEFORE_SAVE && !settings.leavesAtOnce(call.definition());
    }

    private record Written<R>(@Nullable R reply, SaveReceipt receipt, long startedAt) {}

    private Verdict<R> saved(Written<R> written, TurnEnd<S, M, R> end) {
        resident.saved(end.content(), written.receipt(), end.moves());
        marks.add(Mark.SAVED);
        if (end.completes()) {
            marks.add(Mark.COMPLETED);
            attempt.lane().drop(resident);
            attempt.event(Kind.COMPLETED, resident)
                    .tookSince(written.startedAt())
                    .tell();
            return replied(written.reply());
        }
        attempt.event(Kind.PERSISTED, resident).tookSince(written.startedAt()).tell();
        if (end.fails()) {
            resident.suspended();
            marks.add(Mark.FAILED);
            attempt.event(Kind.FAILED, resident).tell();
        }
        stayOrGo(end);
        return replied(written.reply());
    }

    private void stayOrGo(TurnEnd<S, M, R> end) {
        if (!resident.handle().isValid()) {
            marks.add(Mark.DEHYDRATED);
            attempt.lane().drop(resident);
            attempt.event(Kind.DEHYDRATED, resident).tell();
            return;
        }
        end.keysOf(resident);
        attempt.core().unloading().keep(attempt.lane(), resident);
        if (end.hasWork()) {
            attempt.lane().add(new AgendaJob(attempt.core()));
        }
    }

    private Verdict<R> replied(@Nullable R reply) {
        return attempt.replied(reply, resident.id(), new Attempt.Saved(resident.seen(), resident.token()), marks);
    }

    private Verdict<R> aborted(Verdict<R> verdict) {
        attempt.core().unloading().abort(attempt.lane(), resident, null);
        return verdict;
    }

    /** The message does nothing; with an instance that leaves memory after every turn this is the end of one. */
    private CompletableFuture<Verdict<R>> leaving(CallOutcome<R> outcome) {
        return left().thenApply(unloaded -> attempt.done(outcome));
    }

    private CompletableFuture<Void> left() {
        if (!attempt.core().settings().leavesAtOnce(call.definition())) {
            return CompletableFuture.completedFuture(null);
        }
        marks.add(Mark.DEHYDRATED);
        return attempt.core().unloading().unload(attempt.lane(), resident);
    }

    /** Whatever goes wrong after the turn began: its state may be half changed, so it is not used any more. */
    private <T> CompletableFuture<T> orAbort(CompletableFuture<T> step) {
        return step.whenComplete((done, failure) -> {
            if (failure != null) {
                attempt.core().unloading().abort(attempt.lane(), resident, Failures.unwrap(failure));
            }
        });
    }
}
