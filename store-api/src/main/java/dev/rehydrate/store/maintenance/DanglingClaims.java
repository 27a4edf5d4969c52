// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.RevokeClaims;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.AsyncLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Removes claims that expired owners left behind on keys that no command asks for, as a command that wants the key would do:
 * revoke in the slot of the instance, which refuses if it lists the key, then drop below the answer (decision record 11).
 *
 * <p>A claim does not show whether it dangles, and nearly all do not. So few are looked at in each sweep, and all in turn.
 */
final class DanglingClaims {

    private static final int LIMIT = 100;
    /** An instance can have more claims than that, and no division takes them apart. */
    private static final int MOST_AT_ONCE = LIMIT << 6;

    private static final int MOST_SHARES = 1 << 20;

    private final StoreRuntime store;
    private final Map<Integer, Division> divisions = new ConcurrentHashMap<>();

    DanglingClaims(StoreRuntime store) {
        this.store = store;
    }

    /** Looks at some claims in a part of the slots. Called once at a time. */
    CompletableFuture<Void> sweep(int part) {
        Division division = divisions.computeIfAbsent(part, first -> new Division());
        return store.engine()
                .scanPart(part, division.scan(store.options().memoryRetention()), division.limit)
                .thenCompose(found -> {
                    Map<InstanceId, Integer> claims = new ConcurrentHashMap<>();
                    return settle(found, claims)
                            .whenComplete((settled, failure) -> division.goOn(found.size(), claims));
                })
                .toCompletableFuture();
    }

    /** Which claims of a part of the slots are looked at next. */
    private static final class Division {

        private int share;
        private int shares = 1;
        private int limit = LIMIT;

        SlotScan scan(Duration age) {
            return new SlotScan.OldClaims(age, share, shares);
        }

        /**
         * What does not fit into one sweep is divided further, or the same ones would be looked at for ever. Claims of one instance
         * cannot be divided: of these more are looked at.
         *
         * @param claims how many of those that were found each instance has
         */
        void goOn(int found, Map<InstanceId, Integer> claims) {
            boolean ofOne = claims.values().stream().anyMatch(own -> own > limit / 2);
            if (found == limit && ofOne && limit < MOST_AT_ONCE) {
                limit *= 2;
            } else if (found == limit && !ofOne && shares < MOST_SHARES) {
                shares *= 2;
                limit = LIMIT;
            } else {
                share = (share + 1) % shares;
                limit = LIMIT;
            }
        }
    }

    private CompletableFuture<Void> settle(List<SlotAddress> found, Map<InstanceId, Integer> claims) {
        int[] from = {0};
        return AsyncLoop.whileTrue(() -> {
            List<SlotAddress> some = found.subList(from[0], Math.min(found.size(), from[0] + LIMIT));
            from[0] += some.size();
            return CompletableFuture.allOf(some.stream()
                            .map(at -> store.damaged().passOver(at, settle(at, claims)))
                            .toArray(CompletableFuture[]::new))
                    .thenApply(settled -> from[0] < found.size());
        });
    }

    private CompletableFuture<?> settle(SlotAddress at, Map<InstanceId, Integer> claims) {
        InstanceKey key = new InstanceKey(at.high(), at.low());
        return store.engine()
                .apply(at, InspectSlot.ofKey(store.watch().expiredOwners(), key))
                .thenCompose(reply -> settle(key, ((Reply.Done<Slot>) reply).answer(), claims))
                .toCompletableFuture();
    }

    private CompletableFuture<?> settle(InstanceKey key, Slot slot, Map<InstanceId, Integer> claims) {
        KeyClaim claim = slot.claim();
        if (claim == null) {
            return CompletableFuture.completedFuture(null);
        }
        claims.merge(claim.instance(), 1, Integer::sum);
        return store.engine()
                .apply(
                        SlotAddress.of(claim.instance()),
                        new RevokeClaims(key, claim.epoch(), store.watch().expiredOwners()))
                .thenCompose(reply -> reply instanceof Reply.Done<Long> revoked
                        ? store.dropClaims(claim.instance(), List.of(key), revoked.answer())
                        : CompletableFuture.<Void>completedFuture(null))
                .toCompletableFuture();
    }
}
