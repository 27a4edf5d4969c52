// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.failure.HandleConflictException;
import dev.rehydrate.command.failure.InstanceCollisionException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.command.failure.LeaseLostException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.FurtherKeys;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Loads that take the hold, by id and by key, creating what is not there if asked to (contract §2.5, §2.6). */
final class LoadFlow {

    private final StoreRuntime store;
    private final LocalHandle handle;
    private final LocalOwner owner;
    private final SlotSession session;
    private final Deadline deadline;

    LoadFlow(StoreRuntime store, LocalHandle handle, LocalOwner owner, SlotSession session, Deadline deadline) {
        this.store = store;
        this.handle = handle;
        this.owner = owner;
        this.session = session;
        this.deadline = deadline;
    }

    /**
     * What is to be loaded.
     *
     * @param id the command
     * @param key the key that is looked up, or null
     * @param create whether to create what is not there
     * @param newId the id of what is created for a key
     * @param associate keys the instance shall have
     */
    record Order(
            CommandId id,
            @Nullable InstanceKey key,
            boolean create,
            @Nullable InstanceId newId,
            Map<InstanceKey, Map<String, StoredValue>> associate) {

        private Map<InstanceKey, Map<String, StoredValue>> associateWithKey(InstanceKey lookedUp) {
            Map<InstanceKey, Map<String, StoredValue>> all = new HashMap<>(associate);
            all.putIfAbsent(lookedUp, Map.of());
            return all;
        }
    }

    CompletableFuture<LoadOutcome> byId(Order order) {
        InstanceId instance = handle.instance().orElseThrow();
        return acquire(order, instance, new Lookup.ById(order.create()), order.associate());
    }

    CompletableFuture<LoadOutcome> byKey(Order order, InstanceKey key) {
        InstanceId home = InstanceId.atHomeOf(key);
        boolean furtherKeys = !FurtherKeys.of(home, order.associate().keySet()).isEmpty();
        if (furtherKeys) {
            return inspect(key).thenCompose(slot -> follow(order, key, slot));
        }
        if (order.create() && home.equals(order.newId())) {
            return acquire(order, home, new Lookup.ForKey(key), order.associateWithKey(key));
        }
        return acquire(order, home, new Lookup.ByKey(key, order.create()), Map.of());
    }

    /** Goes where the slot of the key shows the way to; further keys can be claimed only when that is known. */
    private CompletableFuture<LoadOutcome> follow(Order order, InstanceKey key, Slot slot) {
        if (slot.lists(key)) {
            return acquire(order, InstanceId.atHomeOf(key), new Lookup.ByKey(key, order.create()), order.associate());
        }
        return slot.claim() != null ? elsewhere(order, key, slot.claim()) : create(order, key);
    }

    private CompletableFuture<LoadOutcome> elsewhere(Order order, InstanceKey key, KeyClaim claim) {
        Lookup lookup = new Lookup.ByKey(key, order.create());
        return acquire(order, new Target(claim.instance(), lookup, order.associate(), handle.claimEpoch(), claim));
    }

    private CompletableFuture<LoadOutcome> create(Order order, InstanceKey key) {
        InstanceId newId = order.newId();
        if (newId == null) {
            return CompletableFuture.completedFuture(new LoadOutcome.NotFound(null, key));
        }
        return acquire(order, newId, new Lookup.ForKey(key), order.associateWithKey(key));
    }

    private CompletableFuture<LoadOutcome> acquire(
            Order order, InstanceId target, Lookup lookup, Map<InstanceKey, Map<String, StoredValue>> associate) {
        return acquire(order, new Target(target, lookup, associate, handle.claimEpoch(), null));
    }

    /**
     * One attempt.
     *
     * @param instance where
     * @param lookup why
     * @param associate keys the instance shall have
     * @param epoch under which they are claimed
     * @param via the claim that showed the way, or null
     */
    private record Target(
            InstanceId instance,
            Lookup lookup,
            Map<InstanceKey, Map<String, StoredValue>> associate,
            long epoch,
            @Nullable KeyClaim via) {

        List<InstanceKey> further() {
            return FurtherKeys.of(instance, associate.keySet());
        }

        Target under(long newEpoch) {
            return new Target(instance, lookup, associate, newEpoch, via);
        }
    }

    private CompletableFuture<LoadOutcome> acquire(Order order, Target target) {
        CompletableFuture<Reply<LoadGrant>> decided =
                target.further().isEmpty() ? decide(order, target) : claimAndDecide(order, target);
        return decided.thenCompose(reply -> afterReply(order, target, reply))
                .exceptionallyCompose(failure -> afterFailure(order, target, failure));
    }

    private CompletableFuture<Reply<LoadGrant>> claimAndDecide(Order order, Target target) {
        ClaimFlow claims = claims(target);
        return claims.claimAll(target.further(), target.epoch())
                .thenCompose(claimed -> decide(order, target)
                        .exceptionallyCompose(
                                failure -> claims.failAfterGivingBack(target.further(), target.epoch(), failure)));
    }

    private CompletableFuture<Reply<LoadGrant>> decide(Order order, Target target) {
        return session.decide(SlotAddress.of(target.instance()), () -> step(order, target));
    }

    private AcquireInstance step(Order order, Target target) {
        return new AcquireInstance(
                order.id(), session.caller(), session.proof(), target.lookup(), target.associate(), target.epoch());
    }

    /** Before a collision is reported, the slot is asked whether it happened after the load was carried out. */
    private CompletableFuture<LoadOutcome> afterFailure(Order order, Target target, Throwable failure) {
        return session.recallOrFail(SlotAddress.of(target.instance()), step(order, target), failure)
                .thenCompose(before -> afterReply(order, target, before))
                .exceptionallyCompose(notRemembered -> unlessTheRaceIsLost(order, target, notRemembered));
    }

    /** A key that another instance got while we tried to create one for it is the very key we look for. */
    private CompletableFuture<LoadOutcome> unlessTheRaceIsLost(Order order, Target target, Throwable failure) {
        boolean lostTheRace = Failures.unwrap(failure) instanceof KeyCollisionException collision
                && target.lookup() instanceof Lookup.ForKey forKey
                && collision.key().filter(forKey.key()::equals).isPresent();
        return lostTheRace && !deadline.isOver()
                ? byKey(order, ((Lookup.ForKey) target.lookup()).key())
                : unlessDoneElsewhere(order, target, Failures.unwrap(failure));
    }

    /**
     * A repeat goes where the key leads now, which may be another instance than the one that the first attempt found. A key that the
     * load was to associate then belongs to that one, which remembers the load.
     */
    private CompletableFuture<LoadOutcome> unlessDoneElsewhere(Order order, Target target, Throwable failure) {
        if (order.key() == null
                || !(failure instanceof KeyCollisionException collision)
                || collision.holderInstance().equals(target.instance())) {
            return CompletableFuture.failedFuture(failure);
        }
        InstanceId holder = collision.holderInstance();
        return session.recall(SlotAddress.of(holder), step(order, target)::recalled)
                .thenCompose(before -> CompletableFuture.failedFuture(
                        before.isPresent() ? LeaseLostException.afterLoad(Subject.of(holder)) : failure));
    }

    private CompletableFuture<LoadOutcome> afterReply(Order order, Target target, Reply<LoadGrant> reply) {
        return reply instanceof Reply.Done<LoadGrant> done
                ? CompletableFuture.completedFuture(granted(done))
                : afterRefusal(order, target, ((Reply.Refused<LoadGrant>) reply).refusal());
    }

    private CompletableFuture<LoadOutcome> afterRefusal(Order order, Target target, Refusal refusal) {
        return refusal.fold(
                state -> givenBack(target).thenCompose(anyhow -> afterState(order, target, state)),
                hold -> givenBack(target).thenCompose(anyhow -> afterHold(order, target, hold)),
                key -> afterKey(order, target, key),
                LoadFlow::notOfALoad);
    }

    private CompletableFuture<LoadOutcome> afterState(Order order, Target target, Refusal.OfState refusal) {
        InstanceId instance = target.instance();
        InstanceKey key = order.key();
        return refusal.foldState(
                notFound -> key == null
                        ? CompletableFuture.completedFuture(new LoadOutcome.NotFound(instance, null))
                        : afterKeyNotFound(order, target, key),
                LoadFlow::notOfALoad,
                idInUse -> key == null
                        ? notOfALoad(idInUse)
                        : CompletableFuture.failedFuture(new InstanceCollisionException(instance, key)),
                completed -> CompletableFuture.completedFuture(
                        new LoadOutcome.Completed(instance, key, LoadOutcome.Ended.INSTANCE)),
                keyCompleted -> CompletableFuture.completedFuture(
                        new LoadOutcome.Completed(instance, key, LoadOutcome.Ended.KEY)));
    }

    private CompletableFuture<LoadOutcome> afterHold(Order order, Target target, Refusal.OfHold refusal) {
        InstanceId instance = target.instance();
        return refusal.foldHold(
                held -> CompletableFuture.completedFuture(
                        new LoadOutcome.Held(instance, session.holder(held.holder()))),
                LoadFlow::notOfALoad,
                lost -> afterLostHold(order, target));
    }

    /**
     * A load that presents no hold can have lost only the one that it took itself, in an earlier attempt. Of a load that presents
     * one the slot has to say whether it was carried out before.
     */
    private CompletableFuture<LoadOutcome> afterLostHold(Order order, Target target) {
        Subject subject = Subject.of(target.instance());
        return session.proof() instanceof LockProof.Holding
                ? session.recall(SlotAddress.of(target.instance()), step(order, target)::recalled)
                        .thenCompose(before -> CompletableFuture.failedFuture(
                                before.isPresent()
                                        ? LeaseLostException.afterLoad(subject)
                                        : new LeaseLostException(subject)))
                : CompletableFuture.failedFuture(LeaseLostException.afterLoad(subject));
    }

    private CompletableFuture<LoadOutcome> afterKey(Order order, Target target, Refusal.OfKey refusal) {
        return refusal.foldKey(
                claimed -> givenBack(target).thenCompose(anyhow -> afterForeignClaim(order, target, claimed)),
                other -> givenBack(target)
                        .thenCompose(anyhow -> CompletableFuture.failedFuture(
                                new KeyCollisionException(target.instance(), other.key(), other.instance()))),
                LoadFlow::notOfALoad,
                revoked -> acquire(order, target.under(revoked.epoch())));
    }

    private CompletableFuture<LoadOutcome> afterForeignClaim(Order order, Target target, Refusal.KeyClaimed claimed) {
        return claimed.key().equals(order.key())
                ? elsewhere(order, claimed.key(), claimed.claim())
                : claims(target).clear(claimed.key(), claimed.claim()).thenCompose(cleared -> acquire(order, target));
    }

    /** A load gives back what it has claimed before it is answered; if that fails, the sweep finds the claims dangling. */
    private CompletableFuture<?> givenBack(Target target) {
        return claims(target).giveBack(target.further(), target.epoch()).handle((done, failure) -> null);
    }

    private static CompletableFuture<LoadOutcome> notOfALoad(Refusal refusal) {
        return CompletableFuture.failedFuture(Failures.unfounded("a load", refusal));
    }

    /** The key is unknown, or its claim leads to an instance that does not list it. */
    private CompletableFuture<LoadOutcome> afterKeyNotFound(Order order, Target target, InstanceKey key) {
        if (!order.create()) {
            return CompletableFuture.completedFuture(new LoadOutcome.NotFound(null, key));
        }
        if (target.via() == null) {
            return create(order, key);
        }
        return claims(target)
                .clear(key, target.via())
                .exceptionallyCompose(LoadFlow::unlessItIsListedNow)
                .thenCompose(cleared -> byKey(order, key));
    }

    private static CompletableFuture<Void> unlessItIsListedNow(Throwable failure) {
        return Failures.unwrap(failure) instanceof KeyCollisionException
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(failure);
    }

    private LoadOutcome granted(Reply.Done<LoadGrant> done) {
        LoadGrant grant = done.answer();
        InstanceRecord record = grant.record();
        handle.learnClaimEpoch(grant.claimEpoch());
        handle.bindInstance(record.id());
        boolean repeated = done.events().contains(DecisionEvent.REPEATED);
        bind(record, repeated);
        return new LoadOutcome.Loaded(store.values().snapshot(record, true));
    }

    /** The load is done, whatever has become of its hold while the answer was on its way. */
    private void bind(InstanceRecord record, boolean repeated) {
        try {
            owner.bind(handle, record.id(), Hold.of(record), repeated);
        } catch (HandleConflictException conflict) {
            throw HandleConflictException.afterLoad(Subject.of(record.id()));
        } catch (LeaseLostException lost) {
            throw LeaseLostException.afterLoad(Subject.of(record.id()));
        }
    }

    private ClaimFlow claims(Target target) {
        return new ClaimFlow(store, session, deadline, target.instance());
    }

    private CompletableFuture<Slot> inspect(InstanceKey key) {
        return session.prepare(SlotAddress.of(key), InspectSlot.ofKey(session.expiredOwners(), key))
                .thenApply(reply -> ((Reply.Done<Slot>) reply).answer());
    }
}
