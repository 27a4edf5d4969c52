// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.OperationKind;
import dev.rehydrate.host.TurnFacts.Mark;
import dev.rehydrate.host.TurnFailedException;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.lane.SeenRevision;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.util.EnumSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The first turn of an instance. It runs before anything is stored, and then the instance is created in one command: a turn
 * that fails and a host that dies leave nothing behind, and of many at once exactly one creates.
 */
final class Creation<S, M, R> {

    private final Attempt<S, M, R> attempt;
    private final Call<S, M, R> call;
    private final InstanceId id;

    Creation(Attempt<S, M, R> attempt) {
        this.attempt = attempt;
        this.call = attempt.call();
        this.id = call.newId();
    }

    CompletableFuture<Verdict<R>> run() {
        if (call.expectedRevision() != null) {
            return CompletableFuture.completedFuture(attempt.done(new CallOutcome.Stale<>(id, null)));
        }
        CompletableFuture<Verdict<R>> turn = Failures.caught(() -> {
            RunningTurn<S> running = attempt.turn(id);
            R reply = attempt.handle(running, id, null, call.message());
            requireAnInstance(running);
            return running.ending() == RunningTurn.Ending.NOTHING
                    ? CompletableFuture.completedFuture(nothing(reply))
                    : store(new TurnResult<>(attempt, running, reply, null), reply);
        });
        return turn.exceptionallyCompose(failure -> afterFailure(Failures.unwrap(failure)));
    }

    /** The requests of a turn are saved with its instance, so without an instance they would be lost. */
    private void requireAnInstance(RunningTurn<S> turn) {
        if (turn.ending() == RunningTurn.Ending.NOTHING && !turn.requests().isEmpty()) {
            throw attempt.failed(
                    id,
                    new IllegalStateException(
                            "the handler asks for something to be done, and creates no instance that could: call"
                                    + " turn.become"));
        }
        if (turn.state() == null && turn.requests().sends()) {
            throw attempt.failed(
                    id,
                    new IllegalStateException(
                            "the handler ends a new instance with messages to send, and leaves no state"
                                    + " with which they can be kept until they are sent: call turn.become"));
        }
    }

    /** There is no instance to suspend; but the turn may run again. */
    private CompletableFuture<Verdict<R>> afterFailure(Throwable failure) {
        return failure instanceof TurnFailedException && attempt.isToRunAgain()
                ? CompletableFuture.completedFuture(attempt.again(failure))
                : CompletableFuture.failedFuture(failure);
    }

    private Verdict<R> nothing(@Nullable R reply) {
        return attempt.replied(reply, id, new Attempt.Saved(null, null), EnumSet.noneOf(Mark.class));
    }

    private CompletableFuture<Verdict<R>> store(TurnResult<S, M, R> end, @Nullable R reply) {
        long startedAt = attempt.settings().time().nanoTime();
        PersistenceCommand<SaveOutcome> command = end.createCommand();
        InstanceHandle handle = attempt.handleOf(id);
        return attempt.commit(handle, id, command)
                .thenCompose(outcome -> outcome.fold(
                        saved -> is(created(end, reply, new Fresh(handle, saved.receipt(), startedAt))),
                        mismatch -> taken(mismatch.current()),
                        held -> is(attempt.heldBy(held.id(), held.holder())),
                        completed -> occupied(completed.id())))
                .exceptionally(this::afterCollision)
                .whenComplete((verdict, failure) -> closeUnlessKept(handle));
    }

    private static <R> CompletableFuture<Verdict<R>> is(Verdict<R> verdict) {
        return CompletableFuture.completedFuture(verdict);
    }

    private record Fresh(InstanceHandle handle, SaveReceipt receipt, long startedAt) {}

    private Verdict<R> created(TurnResult<S, M, R> end, @Nullable R reply, Fresh fresh) {
        EnumSet<Mark> marks = EnumSet.of(Mark.CREATED, Mark.SAVED);
        publish(Kind.CREATED, fresh);
        if (end.completes()) {
            marks.add(Mark.COMPLETED);
            publish(Kind.COMPLETED, fresh);
        } else if (fresh.handle().isValid()) {
            keep(end, fresh);
        } else {
            marks.add(Mark.DEHYDRATED);
            publish(Kind.DEHYDRATED, fresh);
        }
        if (end.fails()) {
            marks.add(Mark.FAILED);
            publish(Kind.FAILED, fresh);
        }
        SaveReceipt receipt = fresh.receipt();
        return attempt.replied(reply, id, new Attempt.Saved(receipt.revision(), receipt.token()), marks);
    }

    private void keep(TurnResult<S, M, R> end, Fresh fresh) {
        Resident<S> resident = Resident.created(call.definition(), fresh.handle(), end.content(), fresh.receipt());
        end.keysOf(resident);
        if (end.fails()) {
            resident.suspended();
        }
        attempt.unloader().keep(attempt.lane(), resident);
        if (end.hasWork()) {
            attempt.lane().addDueWork();
        }
    }

    private void publish(Kind kind, Fresh fresh) {
        attempt.event(kind, id)
                .state(fresh.receipt().revision(), fresh.receipt().token())
                .tookSince(fresh.startedAt())
                .publish();
    }

    /**
     * The id is in use. A load shows whether by the instance that has the key; not needed if another attempt loads anyway.
     */
    private CompletableFuture<Verdict<R>> taken(@Nullable Revision current) {
        CorrelationKey key = call.key();
        boolean looks = call.operation().kind() == OperationKind.CREATE_ONLY || attempt.number() > 1;
        if (!looks) {
            return is(exists(id, current));
        }
        return look(key)
                .thenApply(seen -> seen.fold(
                        loaded -> exists(loaded.snapshot().id(), SeenRevision.of(loaded.snapshot())),
                        notFound -> key == null ? attempt.rerun() : elsewhere(),
                        held -> exists(held.id(), null),
                        completed -> exists(completed.id(), null)));
    }

    /** The id belongs to an instance that was kept at its end, and that may have given the key away before. */
    private CompletableFuture<Verdict<R>> occupied(InstanceId ended) {
        CorrelationKey key = call.key();
        return key == null
                ? is(attempt.ended(ended))
                : look(key)
                        .thenApply(seen -> seen.fold(
                                loaded -> existsOrEnded(loaded.snapshot()),
                                notFound -> elsewhere(),
                                held -> exists(held.id(), null),
                                completed -> attempt.ended(completed.id())));
    }

    /** A look shows an instance that has ended, too. */
    private Verdict<R> existsOrEnded(InstanceSnapshot seen) {
        return seen.header().state() == InstanceState.COMPLETED
                ? attempt.ended(seen.id())
                : exists(seen.id(), SeenRevision.of(seen));
    }

    /** Looks for the instance that has the key, or the id if there is no key. */
    private CompletableFuture<LoadOutcome> look(@Nullable CorrelationKey key) {
        InstanceStore store = attempt.store().store();
        InstanceHandle tool = key == null
                ? store.createHandle(attempt.owner().id(), id)
                : store.createHandle(attempt.owner().id());
        PersistenceCommand<LoadOutcome> look =
                key == null ? LoadInstance.of(LoadMode.peek()) : LoadInstanceByKey.of(key.key(), LoadMode.peek());
        return attempt.store().ask(tool, look, attempt.timeout()).whenComplete((seen, failure) -> tool.close());
    }

    private Verdict<R> elsewhere() {
        call.useFreshId();
        return new Verdict.Redirect<>(call.newId(), null, true);
    }

    /** Another host has created the instance, now or before. */
    private Verdict<R> exists(InstanceId which, @Nullable Revision current) {
        // A message with an id loads again: it may itself have created the instance, on another host.
        return call.operation().kind() == OperationKind.CREATE_ONLY && call.messageId() == null
                ? attempt.done(new CallOutcome.AlreadyExists<>(which, call.asked(), current))
                : attempt.rerun();
    }

    private Verdict<R> afterCollision(Throwable failure) {
        if (Failures.unwrap(failure) instanceof KeyCollisionException collision
                && collision.key().filter(this::isOurs).isPresent()) {
            return exists(collision.holderInstance(), null);
        }
        throw new CompletionException(Failures.unwrap(failure));
    }

    /**
     * Whether the collision is on the key of the message. Any other key was requested by the turn, and its collision is an
     * error for the caller.
     */
    private boolean isOurs(InstanceKey collided) {
        CorrelationKey key = call.key();
        return key != null && key.key().equals(collided);
    }

    private void closeUnlessKept(InstanceHandle handle) {
        Resident<?> kept = attempt.lane().resident();
        if (kept == null || kept.handle() != handle) {
            handle.close();
        }
    }
}
