// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.InspectSlot;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.RevokeClaims;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotScan;
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
                .scanPart(part, division.scan(store.options().memoryRetention()), LIMIT)
                .thenCompose(found -> {
                    division.goOn(found.size());
                    return settle(found);
                })
                .toCompletableFuture();
    }

    /** Which claims of a part of the slots are looked at next. */
    private static final class Division {

        private int share;
        private int shares = 1;

        SlotScan scan(Duration age) {
            return new SlotScan.OldClaims(age, share, shares);
        }

        /** What does not fit into one sweep is divided further, or the same ones would be looked at for ever. */
        void goOn(int found) {
            if (found == LIMIT && shares < MOST_SHARES) {
                shares *= 2;
            } else {
                share = (share + 1) % shares;
            }
        }
    }

    private CompletableFuture<Void> settle(List<SlotAddress> found) {
        return CompletableFuture.allOf(found.stream()
                .map(at -> store.damaged().passOver(at, settle(at)))
                .toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<?> settle(SlotAddress at) {
        InstanceKey key = new InstanceKey(at.high(), at.low());
        return store.engine()
                .apply(at, InspectSlot.ofKey(store.watch().expiredOwners(), key))
                .thenCompose(reply -> settle(key, ((Reply.Done<Slot>) reply).answer()))
                .toCompletableFuture();
    }

    private CompletableFuture<?> settle(InstanceKey key, Slot slot) {
        KeyClaim claim = slot.claim();
        if (claim == null) {
            return CompletableFuture.completedFuture(null);
        }
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
