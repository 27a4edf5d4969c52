// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.slot.SlotAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A region without entries. */
final class UnsharedRegion implements SharedCache.Region {

    @Override
    public CompletionStage<Optional<SharedCache.Entry>> find(SlotAddress at) {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    @Override
    public void offer(SlotAddress at, Supplier<SharedCache.Entry> entry) {
        // What is offered is lost, as it may be.
    }
}
