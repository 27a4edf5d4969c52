// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.DamagedSlot;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.jdbc.RowWork;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A command that is not answered yet. Used by one thread at a time. */
final class Pending<A> {

    private final SlotAddress at;
    private final SlotOperation<A> operation;
    private final @Nullable RowWork work;
    private final long since;
    private final CompletableFuture<Reply<A>> answer = new CompletableFuture<>();
    private boolean needsRow;
    private boolean isInDoubt;
    private int failures;
    private @Nullable Decision<A> decision;

    Pending(SlotAddress at, SlotOperation<A> operation, @Nullable RowWork work, long since) {
        this.at = at;
        this.operation = operation;
        this.work = work;
        this.since = since;
    }

    SlotAddress at() {
        return at;
    }

    @Nullable
    RowWork work() {
        return work;
    }

    long bytes() {
        return operation.payloadBytes();
    }

    boolean expectsAbsence() {
        return operation.expectsAbsence();
    }

    ValueSelection valuesNeeded() {
        return operation.valuesNeeded();
    }

    /** When it was submitted, by the monotonic clock. */
    long since() {
        return since;
    }

    CompletableFuture<Reply<A>> answer() {
        return answer;
    }

    boolean isAnswered() {
        return answer.isDone();
    }

    /** Whether it must not be decided on a cached slot any more. */
    boolean needsRow() {
        return needsRow;
    }

    void requireRow() {
        needsRow = true;
    }

    /**
     * A write of this command may have been committed. From now on no failure says that nothing was done: what a row shows ends the
     * doubt only when it is answered, because the answer may wait for a commit of its group that fails too.
     */
    void beginDoubt() {
        isInDoubt = true;
    }

    int countFailure() {
        return ++failures;
    }

    /** Decides the command, without answering it. */
    Decision<A> decide(Slot slot, Instant now) {
        Decision<A> made = operation.decide(at, slot, now);
        decision = made;
        return made;
    }

    /**
     * Decides the command on a row that could not be read, without answering it.
     *
     * @throws StorageException what is wrong with the row, if the command does nothing about it
     */
    Decision<A> decideDamaged(StorageException damage) {
        Decision<A> made = DamagedSlot.decide(operation, damage).orElseThrow(() -> damage);
        decision = made;
        return made;
    }

    /** Answers what was decided last. */
    void carriedOut() {
        Decision<A> made = decision;
        if (made == null) {
            throw new IllegalStateException("a command that was never decided");
        }
        answer.complete(Reply.to(made));
    }

    /**
     * Makes an attempt after which these commands are answered, or wait for another one. Should the attempt itself fail, as when
     * memory is short, no caller waits for an answer that does not come.
     */
    static void attempt(List<Pending<?>> commands, Effect ifGivenUp, Runnable attempt) {
        try {
            attempt.run();
        } catch (RuntimeException | Error unexpected) {
            commands.forEach(command -> command.fail(new StorageException(
                    ifGivenUp, "its group was given up in the middle: " + unexpected, unexpected)));
            throw unexpected;
        }
    }

    void fail(Throwable failure) {
        StorageException honest = failure instanceof StorageException told
                ? told
                : new StorageException(Effect.NONE, "the command could not be decided: " + failure, failure);
        answer.completeExceptionally(
                isInDoubt && honest.effect() == Effect.NONE
                        ? new StorageException(Effect.UNKNOWN, String.valueOf(honest.getMessage()), honest)
                        : honest);
    }
}
