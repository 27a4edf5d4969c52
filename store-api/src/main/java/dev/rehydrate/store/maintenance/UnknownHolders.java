// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.runtime.StoreRuntime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Gives owners a record again of which nothing but a hold tells. A command can be carried out after its owner has expired and its record was removed, as by a
 * member that stood still. No store would look for what it has taken (decision record 282).
 *
 * <p>An owner has a record before it holds anything, and its id is never used twice: so one without a record is not alive, and the new record says that it has expired.
 * Two sweeps have to find it so: while the two sides of a split are merged, slots can arrive before the owners.
 */
final class UnknownHolders {

    private final StoreRuntime store;
    /** Those without a record that the last sweep has found. */
    private volatile Set<OwnerId> suspected = Set.of();

    UnknownHolders(StoreRuntime store) {
        this.store = store;
    }

    /**
     * Asks once for all parts that were swept. Owners are read only if there is a holder that this store has not seen. Called once at a time.
     *
     * @param parts what was swept; where there is none, what was suspected stays so until there is
     */
    CompletionStage<Void> sweep(Set<Integer> parts) {
        return parts.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : store.engine().holdersIn(parts).thenCompose(this::judge);
    }

    private CompletionStage<Void> judge(Set<OwnerId> holders) {
        if (store.watch().roster().owners().keySet().containsAll(holders)) {
            suspected = Set.of();
            return CompletableFuture.completedFuture(null);
        }
        // Read after the holders were found: an owner that has come meanwhile is among them.
        return store.watch().lookAtAll().thenCompose(owners -> {
            Set<OwnerId> unknown = new HashSet<>(holders);
            unknown.removeAll(owners.keySet());
            Set<OwnerId> again = new HashSet<>(unknown);
            again.retainAll(suspected);
            suspected = unknown;
            return CompletableFuture.allOf(again.stream()
                    .map(owner -> store.engine().addOwner(ended(owner)).toCompletableFuture())
                    .toArray(CompletableFuture[]::new));
        });
    }

    private static OwnerRecord ended(OwnerId owner) {
        return new OwnerRecord(owner, OwnerDescription.anonymous(), Duration.ZERO, 0);
    }
}
