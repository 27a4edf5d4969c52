// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.slot.operation.WithdrawKey;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.AsyncLoop;
import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure, after a split or a failover, that the claim on each further key leads to an instance that lists it, and that no other instance lists it. A
 * merge decides slot by slot, so that the claim can be that of one side and the record that of the other. A key that the record lists and
 * no other instance has is claimed again, as a save would claim it. A key that another instance has by the claim is withdrawn, unless the
 * instance has completed. A database that lacks the last commits after a failover can have one of both and not the other, too.
 *
 * <p>Instances are looked at in the order in which they were merged, several at a time: one whose look is not answered keeps no other one back, and
 * under load a look waits as long as any command. The claim decides, so looks at two instances with the same key come to the same end in any order.
 */
public final class MergedKeys {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final int ATTEMPTS = 60;
    private static final int AT_ONCE = 16;

    private final StoreRuntime store;
    private final Queue<Merged> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean closed;

    private record Merged(SlotAddress at, int attempts, CompletableFuture<Void> done) {}

    public MergedKeys(StoreRuntime store) {
        this.store = store;
    }

    /**
     * Notes an instance; called by threads that must not be kept.
     *
     * @return completed when its keys are settled, or cannot be; not at all if the store is closed before
     */
    CompletableFuture<Void> merged(SlotAddress at) {
        Merged merged = new Merged(at, 1, new CompletableFuture<>());
        add(merged);
        return merged.done();
    }

    void close() {
        closed = true;
    }

    private void add(Merged instance) {
        waiting.add(instance);
        begin();
    }

    private void begin() {
        if (underWay.getAndUpdate(looks -> Math.min(AT_ONCE, looks + 1)) < AT_ONCE) {
            try {
                engine().callbackExecutor().execute(this::look);
            } catch (RuntimeException | Error notTaken) {
                underWay.decrementAndGet();
                throw notTaken;
            }
        }
    }

    private void look() {
        var unused = AsyncLoop.whileTrue(this::step)
                .whenComplete((ended, failure) -> underWay.decrementAndGet())
                .thenRun(this::goOn)
                .whenComplete((ended, failure) -> {
                    if (failure != null) {
                        // As when memory is short: if no timer can be set for the rest either, the next instance that
                        // is
                        // noted brings it along.
                        store.plainTime().schedule(RETRY, this::begin);
                        LOG.warn(
                                "a look at the keys of merged instances was given up in the middle, and goes on later",
                                SafeText.failure(Failures.unwrap(failure)));
                    }
                });
    }

    /** What was added meanwhile can have found as many under way as there may be. */
    private void goOn() {
        if (!closed && !waiting.isEmpty()) {
            begin();
        }
    }

    private CompletableFuture<Boolean> step() {
        Merged next = closed ? null : waiting.poll();
        if (next == null) {
            return CompletableFuture.completedFuture(false);
        }
        return CompletableFuture.completedFuture(next.at())
                .thenCompose(this::settle)
                .handle((done, failure) -> {
                    if (failure == null) {
                        next.done().complete(null);
                    } else if (!closed) {
                        retry(next, failure);
                    }
                    return true;
                });
    }

    private void retry(Merged instance, Throwable failure) {
        if (instance.attempts() < ATTEMPTS) {
            Merged again = new Merged(instance.at(), instance.attempts() + 1, instance.done());
            try {
                store.plainTime().schedule(RETRY, () -> add(again));
            } catch (RuntimeException | Error notScheduled) {
                waiting.add(again);
                throw notScheduled;
            }
        } else {
            instance.done().complete(null);
            LOG.warn(
                    "after a split or a failover it is not known whether the keys of instance {} lead to it: save it once with its keys released and"
                            + " associated again",
                    instance.at().instance(),
                    SafeText.failure(Failures.unwrap(failure)));
        }
    }

    /** Settles the keys of an instance now, and once. */
    public CompletableFuture<Void> settle(SlotAddress at) {
        return engine().apply(at, new InspectSlot(expired(), ValueSelection.none()))
                .thenCompose(reply -> settle(at.instance(), ((Reply.Done<Slot>) reply).answer()))
                .toCompletableFuture();
    }

    private CompletableFuture<Void> settle(InstanceId instance, Slot slot) {
        KeyClaim wanted = new KeyClaim(instance, slot.claimEpoch());
        Iterator<InstanceKey> keys = slot.furtherKeys().iterator();
        return AsyncLoop.whileTrue(() -> keys.hasNext()
                ? claim(keys.next(), wanted, null).thenApply(settled -> true)
                : CompletableFuture.completedFuture(false));
    }

    private CompletableFuture<Void> claim(InstanceKey key, KeyClaim wanted, @Nullable KeyClaim replacing) {
        return engine().apply(SlotAddress.of(key), new ClaimKey(key, wanted, replacing, expired()))
                .thenCompose(reply -> reply instanceof Reply.Refused<KeyClaim> refused
                        ? afterRefusal(key, wanted, refused.refusal())
                        : CompletableFuture.<Void>completedFuture(null))
                .toCompletableFuture();
    }

    private CompletableFuture<Void> afterRefusal(InstanceKey key, KeyClaim wanted, Refusal refusal) {
        return refusal.fold(
                MergedKeys::notOfAClaim,
                MergedKeys::notOfAClaim,
                ofKey -> ofKey.foldKey(
                        claimed -> contest(key, wanted, claimed.claim()),
                        other -> withdraw(key, wanted.instance(), other.instance()),
                        MergedKeys::notOfAClaim,
                        MergedKeys::notOfAClaim),
                MergedKeys::notOfAClaim);
    }

    /** The claim of another instance counts if that one lists the key, which its own slot decides. */
    private CompletableFuture<Void> contest(InstanceKey key, KeyClaim wanted, KeyClaim standing) {
        return engine().apply(SlotAddress.of(standing.instance()), new RevokeClaims(key, standing.epoch(), expired()))
                .thenCompose(reply -> reply instanceof Reply.Done<Long>
                        ? claim(key, wanted, standing)
                        : withdraw(key, wanted.instance(), standing.instance()))
                .toCompletableFuture();
    }

    private CompletableFuture<Void> withdraw(InstanceKey key, InstanceId from, InstanceId other) {
        return engine().apply(SlotAddress.of(from), new WithdrawKey(CommandId.random(), key))
                .thenAccept(reply -> {
                    if (reply instanceof Reply.Done<Boolean> taken && taken.answer()) {
                        tell(key, from, other);
                    }
                })
                .toCompletableFuture();
    }

    private static void tell(InstanceKey key, InstanceId from, InstanceId other) {
        LOG.warn(
                "key {} was given to two instances, on the sides of a split or before and after a failover: it belongs to instance {}, and was taken from instance {}",
                key,
                other,
                from);
    }

    private static <T> CompletableFuture<T> notOfAClaim(Refusal refusal) {
        return CompletableFuture.failedFuture(Failures.unfounded("a claim", refusal));
    }

    private StorageEngine engine() {
        return store.engine();
    }

    private Set<OwnerId> expired() {
        return store.watch().expiredOwners();
    }
}
