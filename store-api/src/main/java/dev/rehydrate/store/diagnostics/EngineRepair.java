// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.diagnostics;

import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.DiscardDamaged;
import dev.rehydrate.store.inspection.StoreInspection;
import dev.rehydrate.store.inspection.StoreRepair;
import dev.rehydrate.store.maintenance.MergedKeys;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.time.TimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Repairs through the engine of a store. */
public final class EngineRepair implements StoreRepair {

    private final StoreRuntime store;
    private final BooleanSupplier isClosed;

    /**
     * The repairs of one store.
     *
     * @param store the store
     * @param isClosed whether the store is closed: not every engine fails then
     */
    public EngineRepair(StoreRuntime store, BooleanSupplier isClosed) {
        this.store = store;
        this.isClosed = isClosed;
    }

    @Override
    public CompletableFuture<Boolean> discardDamaged(InstanceId id) {
        return inTime(
                Subject.of(id),
                () -> store.engine()
                        .apply(SlotAddress.of(id), new DiscardDamaged())
                        .thenApply(reply -> ((Reply.Done<Boolean>) reply).answer())
                        .toCompletableFuture());
    }

    @Override
    public CompletableFuture<Void> restoreKeys(InstanceId instance) {
        return inTime(Subject.of(instance), () -> new MergedKeys(store).settle(SlotAddress.of(instance)));
    }

    private <T> CompletableFuture<T> inTime(Subject subject, Supplier<CompletableFuture<T>> repair) {
        if (isClosed.getAsBoolean()) {
            return CompletableFuture.failedFuture(Failures.ofClosedStore(subject));
        }
        CompletableFuture<T> inTime = repair.get()
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(Failures.ofRepair(failure, subject)));
        TimeSource.Cancellable timer = store.deadlines()
                .set(
                        StoreInspection.TIMEOUT,
                        () -> inTime.completeExceptionally(new OutcomeUnknownException(
                                "no answer within " + StoreInspection.TIMEOUT, subject, null)));
        var unused = inTime.whenComplete((result, failure) -> timer.cancel());
        return inTime;
    }
}
