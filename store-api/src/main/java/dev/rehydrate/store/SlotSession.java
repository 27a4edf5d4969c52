// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.HandleConflictException;
import dev.rehydrate.command.Holder;
import dev.rehydrate.command.InstanceStoreException.Effect;
import dev.rehydrate.command.InstanceStoreException.Subject;
import dev.rehydrate.command.KeyCollisionException;
import dev.rehydrate.command.OutcomeUnknownException;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Decision;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InspectSlot;
import dev.rehydrate.slot.Presented;
import dev.rehydrate.slot.Refusal;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotOperation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One command's conversation with slots: sends the deciding step and repeats it when the reason for a refusal goes away,
 * because the holder turns out to be dead or the hold to be an orphan of the own owner (contract §1.8, §2.1).
 */
final class SlotSession {

    private final StoreRuntime store;
    private final LocalOwner owner;
    private final Deadline deadline;
    private final Progress progress;
    private Set<OwnerId> seenDead = Set.of();
    private Map<OwnerId, OwnerRecord> seenAlive = Map.of();
    private volatile LocalOwner.Bind bind;
    private Presented presented;

    SlotSession(StoreRuntime store, InstanceHandle handle, LocalOwner owner, Deadline deadline, Progress progress) {
        this.store = store;
        this.owner = owner;
        this.deadline = deadline;
        this.progress = progress;
        this.bind = owner.beginBind(handle.instance().orElse(null));
        Hold hold = handle.hold();
        this.presented = hold == null ? new Presented.Nothing() : new Presented.Holding(hold);
    }

    void close() {
        owner.endBind(bind);
    }

    Presented presented() {
        return presented;
    }

    Set<OwnerId> dead() {
        Set<OwnerId> watched = store.watch().dead();
        if (seenDead.isEmpty()) {
            return watched;
        }
        Set<OwnerId> dead = new HashSet<>(watched);
        dead.addAll(seenDead);
        return dead;
    }

    Caller caller() {
        return new Caller(
                owner.id(),
                owner.description().hostType(),
                store.options().defaultIdleTtl(),
                dead(),
                store.options().memoryRetention());
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
                .whenComplete((reply, failure) -> note(at, reply, failure))
                .thenCompose(reply -> reply instanceof Reply.Refused<A> refused
                        ? afterRefusal(at, step, refused)
                        : CompletableFuture.completedFuture(reply));
    }

    private void note(SlotAddress at, @Nullable Reply<?> reply, @Nullable Throwable failure) {
        if (failure == null) {
            noteRemarks(at, reply);
            return;
        }
        if (Failures.mayHaveHappened(failure)) {
            store.orphans().expect(owner, at);
        } else {
            progress.refused();
        }
    }

    private void noteRemarks(SlotAddress at, @Nullable Reply<?> reply) {
        if (reply instanceof Reply.Done<?> done && !done.remarks().isEmpty()) {
            store.listeners().remarked(at.instance(), owner.id(), done.remarks());
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
        return read(store.engine().apply(at, step)).thenApply(reply -> {
            noteRemarks(at, reply);
            return reply;
        });
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
        return prepare(at, new InspectSlot(dead())).thenCompose(reply -> {
            Optional<Reply<A>> remembered =
                    memory.apply(((Reply.Done<Slot>) reply).answer()).map(Reply::to);
            remembered.ifPresent(before -> noteRemarks(at, before));
            return remembered.filter(SlotSession::isTooLateToTell).isPresent()
                    ? CompletableFuture.failedFuture(OutcomeUnknownException.tooLateToTell(Subject.of(at.instance())))
                    : CompletableFuture.completedFuture(remembered);
        });
    }

    private static boolean isTooLateToTell(Reply<?> reply) {
        return reply instanceof Reply.Refused<?> refused && refused.refusal() instanceof Refusal.TooLateToTell;
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
        if (refused.refusal() instanceof Refusal.TooLateToTell) {
            return CompletableFuture.failedFuture(OutcomeUnknownException.tooLateToTell(Subject.of(at.instance())));
        }
        if (refused.refusal() instanceof Refusal.HeldBy held) {
            return read(store.judge(held.holder()))
                    .thenCompose(alive -> afterVerdict(at, step, refused, held.holder(), alive));
        }
        if (refused.refusal() instanceof Refusal.AlreadyMine mine) {
            // Whoever came to that hold began before now, but not necessarily before this command did.
            bind = owner.requeue(bind);
            return owner.afterEarlier(bind, at.instance())
                    .thenCompose(earlierEnded -> adoptOrphan(at, step, mine.hold()));
        }
        return CompletableFuture.completedFuture(refused);
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
        Set<OwnerId> dead = new HashSet<>(seenDead);
        boolean news = dead.add(holder);
        seenDead = dead;
        return news ? decide(at, step) : CompletableFuture.completedFuture(refused);
    }

    private <A> CompletableFuture<Reply<A>> adoptOrphan(SlotAddress at, Supplier<SlotOperation<A>> step, Hold hold) {
        if (owner.holdsAtLeast(at.instance(), hold)) {
            return CompletableFuture.failedFuture(new HandleConflictException(Subject.of(at.instance())));
        }
        presented = new Presented.Orphaned(hold);
        return decide(at, step);
    }
}
