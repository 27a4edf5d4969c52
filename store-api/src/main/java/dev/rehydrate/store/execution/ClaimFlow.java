// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.failure.KeyCollisionException;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.slot.operation.DropClaim;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.Deadline;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Claims further keys before the commit that lists them, and gives them back after a commit that did not happen (design:
 * further keys, crash-safe without transactions). A crash at any line leaves at worst a claim that its instance does not
 * list, which the next command that wants the key finds dangling, revokes and replaces.
 */
final class ClaimFlow {

    private final StoreRuntime store;
    private final SlotSession session;
    private final Deadline deadline;
    private final InstanceId instance;

    ClaimFlow(StoreRuntime store, SlotSession session, Deadline deadline, InstanceId instance) {
        this.store = store;
        this.session = session;
        this.deadline = deadline;
        this.instance = instance;
    }

    /** Claims all keys; fails, having given back what it got, if one belongs to another instance. */
    CompletableFuture<Void> claimAll(List<InstanceKey> keys, long epoch) {
        if (keys.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Collection<InstanceKey> claimed = new ConcurrentLinkedQueue<>();
        Stream<CompletableFuture<Void>> claims =
                keys.stream().map(key -> claim(key, epoch, null).thenRun(() -> claimed.add(key)));
        CompletableFuture<Void> all = CompletableFuture.allOf(claims.toArray(CompletableFuture[]::new));
        return all.exceptionallyCompose(failure -> failAfterGivingBack(List.copyOf(claimed), epoch, failure));
    }

    /** Fails as the command failed; claims are given back if it is certain that they are not needed. */
    <T> CompletableFuture<T> failAfterGivingBack(List<InstanceKey> keys, long epoch, Throwable failure) {
        CompletableFuture<Void> given =
                Failures.mayHaveHappened(failure) ? CompletableFuture.completedFuture(null) : giveBack(keys, epoch);
        return given.handle((done, ignored) -> null)
                .thenCompose(anyhow -> CompletableFuture.failedFuture(Failures.unwrap(failure)));
    }

    /** Revokes the claims, so that no command can commit under them, and removes them from keys the instance does not list. */
    CompletableFuture<Void> giveBack(List<InstanceKey> keys, long epoch) {
        Stream<CompletableFuture<?>> drops = keys.stream()
                .map(key -> session.tidy(
                                SlotAddress.of(instance), new RevokeClaims(key, epoch, session.expiredOwners()))
                        .thenCompose(reply -> reply instanceof Reply.Done<Long> revoked
                                ? session.tidy(SlotAddress.of(key), new DropClaim(instance, revoked.answer()))
                                : CompletableFuture.completedFuture(null)));
        return CompletableFuture.allOf(drops.toArray(CompletableFuture[]::new));
    }

    /** Frees a key from a claim of another instance, unless it belongs to that instance; then the key collides. */
    CompletableFuture<Void> clear(InstanceKey key, KeyClaim claim) {
        return settle(key, claim)
                .thenCompose(epoch -> epoch == null
                        ? CompletableFuture.completedFuture(null)
                        : session.prepare(SlotAddress.of(key), new DropClaim(claim.instance(), epoch))
                                .thenApply(dropped -> null));
    }

    private CompletableFuture<Void> claim(InstanceKey key, long epoch, @Nullable KeyClaim replacing) {
        ClaimKey step = new ClaimKey(key, new KeyClaim(instance, epoch), replacing, session.expiredOwners());
        return session.prepare(SlotAddress.of(key), step).thenCompose(reply -> afterClaim(key, epoch, reply));
    }

    private CompletableFuture<Void> afterClaim(InstanceKey key, long epoch, Reply<KeyClaim> reply) {
        if (!(reply instanceof Reply.Refused<KeyClaim> refused)) {
            return CompletableFuture.completedFuture(null);
        }
        return refused.refusal()
                .fold(
                        ClaimFlow::notOfAClaim,
                        ClaimFlow::notOfAClaim,
                        refusal -> refusal.foldKey(
                                claimed -> settle(key, claimed.claim())
                                        .thenCompose(
                                                revoked -> claim(key, epoch, revoked == null ? null : claimed.claim())),
                                other -> CompletableFuture.failedFuture(collision(key, other)),
                                ClaimFlow::notOfAClaim,
                                ClaimFlow::notOfAClaim),
                        ClaimFlow::notOfAClaim);
    }

    private static <T> CompletableFuture<T> notOfAClaim(Refusal refusal) {
        return CompletableFuture.failedFuture(Failures.unfounded("a claim", refusal));
    }

    /**
     * Finds out what a foreign claim is worth: fails if the key belongs to its instance, waits a little if the claim is
     * fresh, and makes it void if it dangles.
     *
     * @return the epoch below which the claim is void, or null if it has to be looked at again: it may have changed meanwhile, or
     *     its instance have come to list the key
     */
    private CompletableFuture<@Nullable Long> settle(InstanceKey key, KeyClaim claim) {
        return session.prepare(SlotAddress.of(claim.instance()), InspectSlot.ofKey(session.expiredOwners(), key))
                .thenCompose(reply -> settle(key, claim, ((Reply.Done<Slot>) reply).answer()));
    }

    private CompletableFuture<@Nullable Long> settle(InstanceKey key, KeyClaim claim, Slot slot) {
        if (slot.lists(key)) {
            return CompletableFuture.failedFuture(new KeyCollisionException(instance, key, claim.instance()));
        }
        Duration fresh = store.claims().untilDangling(key, claim);
        if (!fresh.isZero() && !fresh.isNegative()) {
            return deadline.pause(store.claims().untilNextLook(fresh), () -> waitingFor(key, claim, fresh))
                    .thenApply(later -> null);
        }
        return session.prepare(
                        SlotAddress.of(claim.instance()), new RevokeClaims(key, claim.epoch(), session.expiredOwners()))
                .thenApply(reply -> reply instanceof Reply.Done<Long> done ? revoked(key, claim, done) : null);
    }

    private String waitingFor(InstanceKey key, KeyClaim claim, Duration fresh) {
        return "instance " + instance + " wants key " + key + ", on which instance " + claim.instance()
                + " has a claim that may belong to a save under way: it counts as abandoned after " + fresh.toMillis()
                + " ms more (claim-grace)";
    }

    private Long revoked(InstanceKey key, KeyClaim claim, Reply.Done<Long> reply) {
        session.claimRevoked(key, claim.instance());
        return reply.answer();
    }

    private KeyCollisionException collision(InstanceKey key, Refusal.KeyBelongsTo other) {
        return new KeyCollisionException(instance, key, other.instance());
    }
}
