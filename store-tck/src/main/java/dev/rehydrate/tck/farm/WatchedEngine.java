// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An engine that looks at each slot again after something was done to it, and tells the history. */
final class WatchedEngine extends ForwardingEngine {

    private final History history;

    WatchedEngine(StorageEngine engine, History history) {
        super(engine);
        this.history = history;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        if (!operation.canChange()) {
            return super.apply(at, operation);
        }
        CompletionStage<Reply<A>> answer =
                super.apply(at, operation).whenComplete((reply, failure) -> history.sawFailure(failure));
        if (!answer.toCompletableFuture().isDone()) {
            history.sawLateAnswer();
        }
        return answer.thenCompose(
                reply -> look(at, reply).handle((looked, failure) -> null).thenApply(anyhow -> reply));
    }

    /** Nothing that is read from now on may be older than what is known, nor than what was just acknowledged. */
    private CompletionStage<@Nullable Void> look(SlotAddress at, Reply<?> reply) {
        History.Mark before = History.Mark.later(history.latest(at), acknowledged(reply));
        return super.apply(at, new InspectSlot(Set.of())).thenApply(inspected -> {
            history.saw(at, before, ((Reply.Done<Slot>) inspected).answer());
            return null;
        });
    }

    private static History.@Nullable Mark acknowledged(Reply<?> reply) {
        return reply instanceof Reply.Done<?> done && done.answer() instanceof CommitAnswer commit
                ? History.Mark.of(commit.receipt())
                : null;
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        history.owner(owner.id());
        return super.addOwner(owner);
    }
}
