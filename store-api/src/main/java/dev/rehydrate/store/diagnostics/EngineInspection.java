// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.diagnostics;

import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.store.inspection.KeySighting;
import dev.rehydrate.store.inspection.OwnerSighting;
import dev.rehydrate.store.inspection.StoreInspection;
import dev.rehydrate.store.liveness.FailureDetector;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.waiting.Deadlines;
import dev.rehydrate.time.TimeSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks at owners, keys and recorded changes through the engine of a store. */
public final class EngineInspection implements StoreInspection {

    private final StorageEngine engine;
    private final FailureDetector watch;
    private final Deadlines deadlines;
    private final BooleanSupplier isClosed;

    /**
     * An inspection of one store.
     *
     * @param engine the engine of the store
     * @param watch what the store knows of owners
     * @param deadlines ends a look that is not answered
     * @param isClosed whether the store is closed: not every engine fails then
     */
    public EngineInspection(
            StorageEngine engine, FailureDetector watch, Deadlines deadlines, BooleanSupplier isClosed) {
        this.engine = engine;
        this.watch = watch;
        this.deadlines = deadlines;
        this.isClosed = isClosed;
    }

    @Override
    public CompletableFuture<List<OwnerSighting>> owners() {
        return inTime(
                Subject.NONE,
                () -> watch.lookAtAll()
                        .thenApply(owners -> owners.values().stream()
                                .map(this::sighting)
                                .sorted(Comparator.comparing(owner -> owner.id().toString()))
                                .toList())
                        .toCompletableFuture());
    }

    private OwnerSighting sighting(OwnerRecord owner) {
        return new OwnerSighting(
                owner.id(),
                owner.description(),
                owner.lease(),
                watch.unmoved(owner.id()),
                watch.expiredOwners().contains(owner.id()),
                owner.isRetired());
    }

    @Override
    public CompletableFuture<KeySighting> key(InstanceKey key) {
        return inTime(
                Subject.of(null, key),
                () -> read(SlotAddress.of(key), InspectSlot.ofKey(watch.expiredOwners(), key))
                        .thenCompose(slot -> {
                            KeyClaim claim = slot.claim();
                            return slot.lists(key) || claim == null
                                    ? CompletableFuture.completedFuture(sighting(key, claim, slot.instance()))
                                    : read(
                                                    SlotAddress.of(claim.instance()),
                                                    InspectSlot.ofKey(watch.expiredOwners(), key))
                                            .thenApply(claiming -> sighting(key, claim, claiming.instance()));
                        }));
    }

    @Override
    public CompletableFuture<Optional<InstanceRecord>> record(InstanceId instance) {
        return inTime(
                Subject.of(instance),
                () -> read(SlotAddress.of(instance), new InspectSlot(watch.expiredOwners()))
                        .thenApply(slot -> Optional.ofNullable(slot.instance())));
    }

    @Override
    public CompletableFuture<List<RecordedChange>> changes(InstanceId instance) {
        return inTime(
                Subject.of(instance),
                () -> read(SlotAddress.of(instance), InspectSlot.ofChanges(watch.expiredOwners()))
                        .thenApply(slot -> slot.changes() == null
                                ? List.of()
                                : slot.changes().changes()));
    }

    @Override
    public CompletableFuture<List<StoredRow>> storedRows(InstanceId id) {
        return inTime(
                Subject.of(id), () -> engine.storedRows(SlotAddress.of(id)).toCompletableFuture());
    }

    private static KeySighting sighting(InstanceKey key, @Nullable KeyClaim claim, @Nullable InstanceRecord record) {
        KeyEntry entry = record == null ? null : record.keys().get(key);
        return new KeySighting(
                key,
                claim == null ? null : claim.instance(),
                record == null || entry == null ? null : record.id(),
                entry == null ? null : entry.state());
    }

    private CompletableFuture<Slot> read(SlotAddress at, InspectSlot look) {
        return engine.apply(at, look)
                .thenApply(reply -> ((Reply.Done<Slot>) reply).answer())
                .toCompletableFuture();
    }

    private <T> CompletableFuture<T> inTime(Subject subject, Supplier<CompletableFuture<T>> look) {
        if (isClosed.getAsBoolean()) {
            return CompletableFuture.failedFuture(Failures.ofClosedStore(subject));
        }
        CompletableFuture<T> inTime = look.get()
                .exceptionallyCompose(
                        failure -> CompletableFuture.failedFuture(Failures.ofInspection(failure, subject)));
        TimeSource.Cancellable timer = deadlines.set(
                TIMEOUT,
                () -> inTime.completeExceptionally(
                        new StoreUnavailableException("no answer within " + TIMEOUT, subject, null)));
        var unused = inTime.whenComplete((result, failure) -> timer.cancel());
        return inTime;
    }
}
