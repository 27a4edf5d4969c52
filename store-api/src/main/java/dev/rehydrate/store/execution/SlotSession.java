// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.observation.LogScope;
import dev.rehydrate.store.owner.Binds;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.Course;
import dev.rehydrate.store.waiting.Deadline;
import dev.rehydrate.store.waiting.Progress;
import dev.rehydrate.store.waiting.Turns;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One command's conversation with slots: sends the deciding step and repeats it when the reason for a refusal goes away,
 * because the holder turns out to have expired, or the hold to be an abandoned one of the own owner (contract §1.8, §2.1).
 */
final class SlotSession {

    private final StoreRuntime store;
    private final LocalOwner owner;
    private final Deadline deadline;
    private final Progress progress;
    private final Executor steps;
    private Set<OwnerId> seenExpired = Set.of();
    private Map<OwnerId, OwnerRecord> seenAlive = Map.of();
    private volatile Binds.Bind bind;
    private volatile Turns.@Nullable Turn turn;
    private LockProof proof;

    SlotSession(StoreRuntime store, LocalHandle handle, LocalOwner owner, Course course) {
        this.store = store;
        this.owner = owner;
        this.deadline = course.deadline();
        this.progress = course.progress();
        this.steps = course.steps();
        this.bind = owner.binds().begin(handle.instance().orElse(null), null);
        Hold hold = handle.hold();
        this.proof = hold == null ? new LockProof.Nothing() : new LockProof.Holding(hold);
    }

    void close() {
        owner.binds().end(bind);
        endTurn();
    }

    private void endTurn() {
        Turns.Turn ended = turn;
        if (ended != null) {
            turn = null;
            owner.turns().end(ended);
        }
    }

    LockProof proof() {
        return proof;
    }

    Set<OwnerId> expiredOwners() {
        Set<OwnerId> watched = store.watch().expiredOwners();
        if (seenExpired.isEmpty()) {
            return watched;
        }
        Set<OwnerId> expiredOwners = new HashSet<>(watched);
        expiredOwners.addAll(seenExpired);
        return expiredOwners;
    }

    Caller caller() {
        return new Caller(
                owner.id(),
                owner.description().hostType(),
                store.options().defaultIdleTtl(),
                expiredOwners(),
                store.options().memoryRetention(),
                store.options().recordedChanges());
    }

    /** Who holds an instance, after a refusal said so. */
    Holder holder(OwnerId id) {
        OwnerRecord record = seenAlive.get(id);
        return new Holder(id, record == null ? Map.of() : record.description().published());
    }

    /** Sends a step that decides the command; {@code step} is asked anew for each attempt. */
    <A> CompletableFuture<Reply<A>> decide(SlotAddress at, Supplier<SlotOperation<A>> step) {
        if (!progress.send()) {
            return CompletableFuture.failedFuture(tooLate());
        }
        return store.engine()
                .apply(at, step.get())
                .toCompletableFuture()
                .whenCompleteAsync((reply, failure) -> note(at, reply, failure), steps)
                .thenCompose(reply -> reply instanceof Reply.Refused<A> refused
                        ? afterRefusal(at, step, refused)
                        : CompletableFuture.completedFuture(reply));
    }

    private void note(SlotAddress at, @Nullable Reply<?> reply, @Nullable Throwable failure) {
        if (failure == null) {
            noteEvents(at, reply);
            return;
        }
        if (Failures.mayHaveHappened(failure)) {
            store.abandonedHolds().expect(owner, at);
        } else {
            progress.refused();
        }
    }

    private void noteEvents(SlotAddress at, @Nullable Reply<?> reply) {
        if (reply instanceof Reply.Done<?> done && !done.events().isEmpty()) {
            store.listeners().decided(at.instance(), owner.id(), done.events());
        }
    }

    void claimRevoked(InstanceKey key, InstanceId instance) {
        store.listeners().claimRevoked(key, instance, owner.id());
    }

    /** Takes what an engine only read; if it fails, the command itself was not done. */
    <T> CompletableFuture<T> read(CompletionStage<T> sent) {
        return sent.toCompletableFuture()
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(notDone(failure)));
    }

    /** Sends a step that prepares or tidies up; if it fails, the command itself was not done. */
    <A> CompletableFuture<Reply<A>> prepare(SlotAddress at, SlotOperation<A> step) {
        if (deadline.isOver()) {
            return CompletableFuture.failedFuture(tooLate());
        }
        return tidy(at, step);
    }

    /** As {@link #prepare}, but also after the deadline: what was claimed goes back however late it is. */
    <A> CompletableFuture<Reply<A>> tidy(SlotAddress at, SlotOperation<A> step) {
        return read(store.engine().apply(at, step).whenCompleteAsync((reply, failure) -> noteEvents(at, reply), steps));
    }

    /**
     * Asks the slot of an instance whether it remembers a command, before the command is refused for what was found
     * elsewhere. Changes nothing.
     *
     * @param at the slot
     * @param memory what the slot answers from its memory alone
     * @return the reply that the first attempt left behind, or empty if the slot does not know the command
     */
    <A> CompletableFuture<Optional<Reply<A>>> recall(SlotAddress at, Function<Slot, Optional<Decision<A>>> memory) {
        return prepare(at, new InspectSlot(expiredOwners())).thenCompose(reply -> {
            Optional<Reply<A>> remembered =
                    memory.apply(((Reply.Done<Slot>) reply).answer()).map(Reply::to);
            remembered.ifPresent(before -> noteEvents(at, before));
            return remembered.filter(SlotSession::isTooLateToTell).isPresent()
                    ? CompletableFuture.failedFuture(OutcomeUnknownException.tooLateToTell(Subject.of(at.instance())))
                    : CompletableFuture.completedFuture(remembered);
        });
    }

    private static boolean isTooLateToTell(Reply<?> reply) {
        return reply instanceof Reply.Refused<?> refused
                && refused.refusal().<Boolean>fold(state -> false, hold -> false, key -> false, tooLate -> true);
    }

    /** Puts the reply of the first attempt in the place of a failure that says that nothing was done. */
    <A> CompletableFuture<Reply<A>> recallOrFail(SlotAddress at, SlotOperation<A> step, Throwable failure) {
        return Failures.unwrap(failure) instanceof KeyCollisionException
                ? recall(at, step::recalled)
                        .thenCompose(before -> before.map(CompletableFuture::completedFuture)
                                .orElseGet(() -> CompletableFuture.failedFuture(Failures.unwrap(failure))))
                : CompletableFuture.failedFuture(Failures.unwrap(failure));
    }

    private static Throwable notDone(Throwable failure) {
        Throwable cause = Failures.unwrap(failure);
        return cause instanceof StorageException storage && !storage.isCorrupt()
                ? new StorageException(Effect.NONE, String.valueOf(storage.getMessage()), storage)
                : cause;
    }

    static StorageException tooLate() {
        return new StorageException(Effect.NONE, "the deadline passed before the command could be sent", null);
    }

    private <A> CompletableFuture<Reply<A>> afterRefusal(
            SlotAddress at, Supplier<SlotOperation<A>> step, Reply.Refused<A> refused) {
        progress.refused();
        return refused.refusal()
                .fold(
                        state -> CompletableFuture.completedFuture(refused),
                        hold -> hold.foldHold(
                                held -> read(store.judge(held.holder()))
                                        .thenCompose(alive -> afterVerdict(at, step, refused, held.holder(), alive)),
                                mine -> afterOwnHold(at, step, mine.hold()),
                                lost -> CompletableFuture.completedFuture(refused)),
                        key -> CompletableFuture.completedFuture(refused),
                        tooLate -> CompletableFuture.failedFuture(
                                OutcomeUnknownException.tooLateToTell(Subject.of(at.instance()))));
    }

    /**
     * Another command of the owner came to that hold, and not necessarily one that began before this one. Waiting commands take
     * turns: only one of them can get the next hold, and if all tried again after each release, the number of calls would grow
     * with the square of theirs.
     */
    private <A> CompletableFuture<Reply<A>> afterOwnHold(SlotAddress at, Supplier<SlotOperation<A>> step, Hold hold) {
        owner.binds().end(bind);
        LogScope context = LogScope.current();
        Executor resumed = next -> context.during(() -> steps.execute(next));
        return turn(at.instance())
                .thenComposeAsync(come -> owner.binds().ended(at.instance()), resumed)
                .thenComposeAsync(othersEnded -> adoptAbandoned(at, step, hold), resumed);
    }

    private CompletableFuture<Void> turn(InstanceId instance) {
        Turns.Turn present = turn;
        if (present == null || !present.instance().equals(instance)) {
            endTurn();
            present = owner.turns().queueFor(instance);
            turn = present;
        }
        return present.comes();
    }

    private <A> CompletableFuture<Reply<A>> afterVerdict(
            SlotAddress at,
            Supplier<SlotOperation<A>> step,
            Reply.Refused<A> refused,
            OwnerId holder,
            Optional<OwnerRecord> alive) {
        if (alive.isPresent()) {
            seenAlive = new HashMap<>(seenAlive);
            seenAlive.put(holder, alive.get());
            return CompletableFuture.completedFuture(refused);
        }
        Set<OwnerId> expiredOwners = new HashSet<>(seenExpired);
        boolean news = expiredOwners.add(holder);
        seenExpired = expiredOwners;
        return news ? decide(at, step) : CompletableFuture.completedFuture(refused);
    }

    private <A> CompletableFuture<Reply<A>> adoptAbandoned(SlotAddress at, Supplier<SlotOperation<A>> step, Hold hold) {
        if (owner.holdsAtLeast(at.instance(), hold)) {
            return CompletableFuture.failedFuture(new HandleConflictException(Subject.of(at.instance())));
        }
        proof = new LockProof.Abandoned(hold);
        bind = owner.binds().begin(bind.instance(), null);
        return decide(at, step);
    }
}
