// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SaveOutcome;
import dev.rehydrate.command.SaveReceipt;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.TurnFacts.Mark;
import dev.rehydrate.instance.Revision;
import java.util.EnumSet;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A turn of an instance that is in memory under a hold. */
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
        if (call.operation().kind() == OperationKind.CREATE_ONLY) {
            return leaving(new CallOutcome.AlreadyExists<>(resident.id(), call.asked(), resident.revision()));
        }
        Revision expected = call.expectedRevision();
        if (expected == null) {
            return turn();
        }
        return savedFirst()
                .thenCompose(saved -> expected.equals(resident.revision())
                        ? turn()
                        : leaving(new CallOutcome.Stale<>(resident.id(), resident.revision())));
    }

    /** A revision says nothing about changes that were not saved. */
    private CompletableFuture<?> savedFirst() {
        return resident.isUnsaved()
                ? orAbort(attempt.core().unloading().save(resident, AfterSave.KEEP))
                : CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Verdict<R>> turn() {
        return orAbort(Failures.caught(() -> {
            Turn<S> turn = new Turn<>(resident.id(), call.key(), resident.revision(), resident.state());
            R reply = attempt.handle(turn, resident.id(), resident.state());
            return end(turn, reply);
        }));
    }

    private CompletableFuture<Verdict<R>> end(Turn<S> turn, @Nullable R reply) {
        if (turn.ending() == Turn.Ending.NOTHING) {
            return left().thenApply(unloaded -> replied(reply));
        }
        S state = Objects.requireNonNull(turn.state());
        boolean completes = turn.ending() == Turn.Ending.COMPLETE;
        boolean waits = attempt.core().settings().acknowledge() == Acknowledge.BEFORE_SAVE;
        if (waits && !completes && !attempt.idle().unloadsAtOnce()) {
            resident.replied(state);
            return CompletableFuture.completedFuture(replied(reply));
        }
        long startedAt = attempt.core().settings().time().nanoTime();
        return attempt.commit(resident.handle(), resident.id(), command(turn, state))
                .thenApply(outcome -> outcome.fold(
                        saved -> saved(new Written<>(reply, saved.receipt(), completes, startedAt), state),
                        mismatch -> aborted(attempt.rerun()),
                        held -> aborted(attempt.heldBy(held.id(), held.holder())),
                        completed -> aborted(attempt.done(new CallOutcome.Completed<>(completed.id())))));
    }

    private PersistenceCommand<SaveOutcome> command(Turn<S> turn, S state) {
        var changes = attempt.changes(resident.id(), state).build();
        // The hold protects the save; the revision protects its repetition after the hold may be gone.
        Expected expected = Expected.revision(resident.revision());
        if (turn.ending() == Turn.Ending.COMPLETE) {
            return new CompleteInstance(CommandId.random(), changes, expected, attempt.action(turn));
        }
        AfterSave after = attempt.idle().unloadsAtOnce() ? AfterSave.RELEASE : AfterSave.KEEP;
        return new SaveInstance(CommandId.random(), changes, expected, after);
    }

    private record Written<R>(@Nullable R reply, SaveReceipt receipt, boolean completes, long startedAt) {}

    private Verdict<R> saved(Written<R> written, S state) {
        resident.saved(state, written.receipt());
        marks.add(Mark.SAVED);
        if (written.completes()) {
            marks.add(Mark.COMPLETED);
            attempt.lane().drop(resident);
            attempt.event(Kind.COMPLETED, resident)
                    .tookSince(written.startedAt())
                    .tell();
            return replied(written.reply());
        }
        attempt.event(Kind.PERSISTED, resident).tookSince(written.startedAt()).tell();
        if (!resident.handle().isValid()) {
            marks.add(Mark.DEHYDRATED);
            attempt.lane().drop(resident);
            attempt.event(Kind.DEHYDRATED, resident).tell();
        }
        return replied(written.reply());
    }

    private Verdict<R> replied(@Nullable R reply) {
        return attempt.replied(reply, resident.id(), new Attempt.Saved(resident.revision(), resident.token()), marks);
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
        if (!attempt.idle().unloadsAtOnce()) {
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
