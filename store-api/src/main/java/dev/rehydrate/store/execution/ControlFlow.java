// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.command.outcome.ReleaseOutcome;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Releases a hold, and does what administrators ask for (contract §2.4 pure unlock, §2.10, §4.8). */
final class ControlFlow {

    private final StoreRuntime store;
    private final LocalHandle handle;
    private final SlotSession session;
    private final InstanceId instance;

    ControlFlow(StoreRuntime store, LocalHandle handle, SlotSession session) {
        this.store = store;
        this.handle = handle;
        this.session = session;
        this.instance = handle.instance().orElseThrow();
    }

    CompletableFuture<ReleaseOutcome> release(CommandId id) {
        OwnerId owner = handle.owner().orElseThrow();
        Hold hold = handle.hold();
        if (hold == null) {
            return releasedBefore(id);
        }
        return session.<Optional<Instant>>decide(SlotAddress.of(instance), () -> new ReleaseHold(id, owner, hold))
                .thenCompose(this::afterRelease);
    }

    /** A release whose answer was lost is repeated on a new handle, which has no hold: only the slot knows of it. */
    private CompletableFuture<ReleaseOutcome> releasedBefore(CommandId id) {
        return session.recall(SlotAddress.of(instance), slot -> ReleaseHold.recalled(slot, id))
                .thenCompose(before -> before.map(this::afterRelease)
                        .orElseGet(() -> CompletableFuture.failedFuture(new IllegalStateException(
                                "the handle does not hold the instance, and the instance was not released by this"
                                        + " command before; nothing was done, " + handle))));
    }

    /** Does what an administrator asks for, with the operation that the caller makes for each attempt. */
    CompletableFuture<ControlOutcome> control(Function<Caller, SlotOperation<ControlAnswer>> operation) {
        return session.decide(SlotAddress.of(instance), () -> operation.apply(session.caller()))
                .thenCompose(this::afterControl);
    }

    /** As {@link #control}, for an operation after which the former holder does not hold the instance any more. */
    CompletableFuture<ControlOutcome> controlEndingHold(Function<Caller, SlotOperation<ControlAnswer>> operation) {
        return control(operation).thenApply(outcome -> {
            if (outcome == ControlOutcome.DONE) {
                store.releaseNews().gaveUp(instance);
            }
            return outcome;
        });
    }

    private CompletableFuture<ReleaseOutcome> afterRelease(Reply<Optional<Instant>> reply) {
        if (reply instanceof Reply.Done<Optional<Instant>> done) {
            store.announceRunnable(done.answer().orElse(null));
            // A repeat has released an earlier hold: what the handle has come to hold since goes back too.
            handle.free(done.events().contains(DecisionEvent.REPEATED));
            store.releaseNews().gaveUp(instance);
            return CompletableFuture.completedFuture(ReleaseOutcome.RELEASED);
        }
        return ((Reply.Refused<?>) reply)
                .refusal()
                .fold(
                        ControlFlow::notOfARelease,
                        hold -> hold.foldHold(
                                ControlFlow::notOfARelease,
                                ControlFlow::notOfARelease,
                                lost -> CompletableFuture.failedFuture(new LeaseLostException(Subject.of(instance)))),
                        ControlFlow::notOfARelease,
                        ControlFlow::notOfARelease);
    }

    private static CompletableFuture<ReleaseOutcome> notOfARelease(Refusal refusal) {
        return CompletableFuture.failedFuture(Failures.unfounded("a release", refusal));
    }

    private static CompletableFuture<ControlOutcome> afterState(Refusal.OfState refusal) {
        return refusal.foldState(
                notFound -> CompletableFuture.completedFuture(ControlOutcome.NOT_FOUND),
                ControlFlow::notOfAControl,
                ControlFlow::notOfAControl,
                completed -> CompletableFuture.completedFuture(ControlOutcome.COMPLETED),
                ControlFlow::notOfAControl);
    }

    private static CompletableFuture<ControlOutcome> notOfAControl(Refusal refusal) {
        return CompletableFuture.failedFuture(Failures.unfounded("an administrator's operation", refusal));
    }

    private CompletableFuture<ControlOutcome> afterControl(Reply<ControlAnswer> reply) {
        if (reply instanceof Reply.Refused<ControlAnswer> refused) {
            return refused.refusal()
                    .fold(
                            ControlFlow::afterState,
                            ControlFlow::notOfAControl,
                            ControlFlow::notOfAControl,
                            ControlFlow::notOfAControl);
        }
        ControlAnswer answer = ((Reply.Done<ControlAnswer>) reply).answer();
        store.announceRunnable(answer.runnableAt());
        return store.dropClaims(instance, answer.droppedKeys(), answer.claimEpoch())
                .thenApply(dropped -> ControlOutcome.DONE);
    }
}
