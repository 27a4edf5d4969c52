// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.engine;

import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.hazelcast.call.EngineFailures;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.slot.SlotCalls;
import dev.rehydrate.store.hazelcast.slot.StoredReply;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.NearCopies;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Applies operations to slots, and reads slots from the nearest copy. */
public final class SlotAccess {

    private final SlotCalls operations;
    private final NearCopies copies;
    private final ClusterClock clock;
    private final UnreadRows unread;

    public SlotAccess(SlotCalls operations, NearCopies copies, ClusterClock clock, UnreadRows unread) {
        this.operations = operations;
        this.copies = copies;
        this.clock = clock;
        this.unread = unread;
    }

    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        Optional<Decision<A>> onDamage = operation.decideDamaged();
        if (onDamage.isEmpty()) {
            return send(at, operation, true);
        }
        return unread.discard(Addresses.key(at))
                .thenCompose(was ->
                        was ? CompletableFuture.completedFuture(Reply.to(onDamage.get())) : send(at, operation, true));
    }

    private <A> CompletionStage<Reply<A>> send(SlotAddress at, SlotOperation<A> operation, boolean endsCopy) {
        UUID key = Addresses.key(at);
        DecideInSlot decide = new DecideInSlot(operation);
        CompletableFuture<Reply<A>> result = new CompletableFuture<>();
        try {
            operations.send(key, decide, (stored, failure) -> {
                if (endsCopy) {
                    copies.forget(key);
                }
                if (failure != null) {
                    result.completeExceptionally(EngineFailures.of(failure, "slot " + at, decide.changes()));
                } else {
                    answer(result, stored);
                }
            });
        } catch (RuntimeException failure) {
            result.completeExceptionally(EngineFailures.notSent(failure, "slot " + at));
        } catch (Error failure) {
            // As when memory is short: the operation may have been sent.
            result.completeExceptionally(EngineFailures.of(failure, "slot " + at, decide.changes()));
        }
        return result;
    }

    @SuppressWarnings("unchecked") // The reply to an operation carries the operation's own type of answer.
    private static <A> void answer(CompletableFuture<Reply<A>> result, StoredReply stored) {
        Reply<A> reply;
        try {
            reply = (Reply<A>) stored.reply();
        } catch (StorageException notUsable) {
            result.completeExceptionally(notUsable);
            return;
        }
        result.complete(reply);
    }

    CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
        UUID key = Addresses.key(at);
        StoredSlot here;
        try {
            here = operations.readHere(key);
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(EngineFailures.notSent(failure, "slot " + at));
        }
        Slot near = here == null ? copies.find(key, values) : here.slot();
        InspectSlot look = new InspectSlot(Set.of(), values);
        return near == null
                ? askForCopy(at, look)
                : CompletableFuture.completedFuture(inspected(Reply.to(look.decide(at, near, clock.instant()))));
    }

    /** The copy is for later reads too, but for those that need more than readers have selected lately. */
    private CompletionStage<Slot> askForCopy(SlotAddress at, InspectSlot look) {
        UUID key = Addresses.key(at);
        NearCopies.Copy asked = copies.ask(key, look.valuesNeeded());
        return send(at, new InspectSlot(Set.of(), asked.values()), false).thenApply(reply -> {
            Slot slot = inspected(reply);
            copies.answered(key, asked, slot);
            return inspected(Reply.to(look.decide(at, slot, clock.instant())));
        });
    }

    private static Slot inspected(Reply<Slot> reply) {
        return ((Reply.Done<Slot>) reply).answer();
    }
}
