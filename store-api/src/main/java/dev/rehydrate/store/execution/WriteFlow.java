// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.KeyNotAssociatedException;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.CommitInstance.After;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.FurtherKeys;
import dev.rehydrate.store.runtime.StoreRuntime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Creates, saves and completes: claim further keys, commit, drop the claims of keys that went (contract §2.4). */
final class WriteFlow {

    private final StoreRuntime store;
    private final LocalHandle handle;
    private final LocalOwner owner;
    private final SlotSession session;
    private final ClaimFlow claims;
    private final InstanceId instance;

    WriteFlow(StoreRuntime store, LocalHandle handle, LocalOwner owner, SlotSession session, ClaimFlow claims) {
        this.store = store;
        this.handle = handle;
        this.owner = owner;
        this.session = session;
        this.claims = claims;
        this.instance = handle.instance().orElseThrow();
    }

    /**
     * What is to be written.
     *
     * @param id the command
     * @param changes the changes
     * @param expected what the caller expects to find
     * @param after what becomes of the instance
     */
    record Order(CommandId id, InstanceChanges<StoredValue> changes, Expected expected, After after) {}

    CompletableFuture<SaveOutcome> write(Order order) {
        return claimAndCommit(order, furtherKeys(order), handle.claimEpoch());
    }

    /** Of an instance that is deleted no change matters any more, and so no key can be in the way. */
    private List<InstanceKey> furtherKeys(Order order) {
        return order.after() == After.DELETED
                ? List.of()
                : FurtherKeys.of(instance, order.changes().keys().associate().keySet());
    }

    private CompletableFuture<SaveOutcome> claimAndCommit(Order order, List<InstanceKey> further, long epoch) {
        CompletableFuture<Reply<CommitAnswer>> committed = further.isEmpty()
                ? decide(order, epoch)
                : claims.claimAll(further, epoch)
                        .thenCompose(claimed -> commit(order, further, epoch))
                        .exceptionallyCompose(failure -> session.recallOrFail(at(), step(order, epoch), failure));
        return committed.thenCompose(reply -> afterCommit(order, further, epoch, reply));
    }

    private SlotAddress at() {
        return SlotAddress.of(instance);
    }

    private CompletableFuture<Reply<CommitAnswer>> commit(Order order, List<InstanceKey> further, long epoch) {
        return decide(order, epoch)
                .exceptionallyCompose(failure -> claims.failAfterGivingBack(further, epoch, failure));
    }

    private CompletableFuture<Reply<CommitAnswer>> decide(Order order, long epoch) {
        return session.decide(at(), () -> step(order, epoch));
    }

    private CommitInstance step(Order order, long epoch) {
        return new CommitInstance(
                order.id(), session.caller(), session.proof(), order.expected(), order.changes(), order.after(), epoch);
    }

    private CompletableFuture<SaveOutcome> afterCommit(
            Order order, List<InstanceKey> further, long epoch, Reply<CommitAnswer> reply) {
        if (reply instanceof Reply.Done<CommitAnswer> done) {
            return finish(order, done.answer(), done.events().contains(DecisionEvent.REPEATED));
        }
        Refusal refusal = ((Reply.Refused<CommitAnswer>) reply).refusal();
        return refusal.fold(
                state -> givenBack(further, epoch).thenCompose(anyhow -> afterState(state)),
                hold -> givenBack(further, epoch).thenCompose(anyhow -> afterHold(hold)),
                key -> afterKey(order, further, epoch, key),
                this::notOfACommit);
    }

    private CompletableFuture<SaveOutcome> afterState(Refusal.OfState refusal) {
        return refusal.foldState(
                this::notOfACommit,
                mismatch -> CompletableFuture.completedFuture(new SaveOutcome.Mismatch(instance, mismatch.current())),
                this::notOfACommit,
                completed -> CompletableFuture.completedFuture(new SaveOutcome.Completed(instance)),
                this::notOfACommit);
    }

    private CompletableFuture<SaveOutcome> afterHold(Refusal.OfHold refusal) {
        return refusal.foldHold(
                held -> CompletableFuture.completedFuture(
                        new SaveOutcome.Held(instance, session.holder(held.holder()))),
                this::notOfACommit,
                lost -> CompletableFuture.failedFuture(new LeaseLostException(Subject.of(instance))));
    }

    private CompletableFuture<SaveOutcome> afterKey(
            Order order, List<InstanceKey> further, long epoch, Refusal.OfKey refusal) {
        return refusal.foldKey(
                claimed -> clear(order, claimed, epoch)
                        .exceptionallyCompose(failure -> claims.failAfterGivingBack(further, epoch, failure))
                        .thenCompose(before -> before.isPresent()
                                ? afterCommit(order, further, epoch, before.get())
                                : claimAndCommit(order, further, epoch)),
                other -> failed(further, epoch, new KeyCollisionException(instance, other.key(), other.instance())),
                missing -> failed(further, epoch, new KeyNotAssociatedException(instance, missing.key())),
                revoked -> claimAndCommit(order, further, revoked.epoch()));
    }

    private CompletableFuture<SaveOutcome> failed(List<InstanceKey> further, long epoch, RuntimeException failure) {
        return givenBack(further, epoch).thenCompose(anyhow -> CompletableFuture.failedFuture(failure));
    }

    /** A commit gives back what it has claimed before it is answered; if that fails, the sweep finds the claims dangling. */
    private CompletableFuture<?> givenBack(List<InstanceKey> further, long epoch) {
        return claims.giveBack(further, epoch).handle((done, failure) -> null);
    }

    private CompletableFuture<SaveOutcome> notOfACommit(Refusal refusal) {
        return CompletableFuture.failedFuture(Failures.unfounded("a commit", refusal));
    }

    /** Frees the home key from a foreign claim. Empty then; or what the first attempt was answered, if the key collides. */
    private CompletableFuture<Optional<Reply<CommitAnswer>>> clear(
            Order order, Refusal.KeyClaimed claimed, long epoch) {
        return claims.clear(claimed.key(), claimed.claim())
                .thenApply(cleared -> Optional.<Reply<CommitAnswer>>empty())
                .exceptionallyCompose(failure ->
                        session.recallOrFail(at(), step(order, epoch), failure).thenApply(Optional::of));
    }

    private CompletableFuture<SaveOutcome> finish(Order order, CommitAnswer answer, boolean repeated) {
        SaveReceipt receipt = answer.receipt();
        handle.learnClaimEpoch(answer.claimEpoch());
        if (order.after() == After.HELD) {
            bind(new Hold(receipt.revision().incarnation(), receipt.token()), repeated);
        } else {
            // A repeat has changed nothing: what the handle has come to hold since is held still.
            handle.free(repeated);
        }
        store.announceRunnable(answer.runnableAt());
        return answer.droppedKeys().isEmpty()
                ? CompletableFuture.completedFuture(saved(order, receipt))
                : store.dropClaims(instance, answer.droppedKeys(), answer.claimEpoch())
                        .thenApply(dropped -> saved(order, receipt));
    }

    private SaveOutcome saved(Order order, SaveReceipt receipt) {
        if (order.after() != After.HELD) {
            store.releaseNews().gaveUp(instance);
        }
        return new SaveOutcome.Saved(receipt);
    }

    /**
     * The save is done, whatever became of the hold: a repeat may find it with the handle of the first attempt, passed on to
     * another handle, or being released, and may be given on a handle that has a later one. A first attempt that
     * is answered late may find it with the handle of its repeat.
     */
    private void bind(Hold hold, boolean repeated) {
        Hold own = handle.hold();
        if (repeated && own != null && own.isAfter(hold)) {
            return;
        }
        try {
            owner.bind(handle, instance, hold, repeated);
        } catch (HandleConflictException | LeaseLostException passedOn) {
            handle.free(false);
        }
    }
}
