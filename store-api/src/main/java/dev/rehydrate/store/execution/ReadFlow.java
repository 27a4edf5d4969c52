// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.runtime.StoreRuntime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Loads that take nothing: free ones and peeks. */
final class ReadFlow {

    private final StoreRuntime store;
    private final LocalHandle handle;
    private final boolean nearest;
    private final boolean peek;
    private final ValueSelection values;
    private final Executor steps;

    ReadFlow(StoreRuntime store, LocalHandle handle, LoadMode mode, Executor steps) {
        this.store = store;
        this.handle = handle;
        this.steps = steps;
        this.nearest = mode instanceof LoadMode.Free free && free.freshness() == LoadMode.Freshness.NEAREST;
        this.peek = mode instanceof LoadMode.Peek;
        this.values = mode instanceof LoadMode.Free free
                ? free.values()
                : mode instanceof LoadMode.Peek look ? look.values() : ValueSelection.all();
    }

    CompletableFuture<LoadOutcome> byId(InstanceId instance) {
        CompletableFuture<LoadOutcome> outcome =
                read(SlotAddress.of(instance), values).thenApply(slot -> answer(slot.instance(), instance, null));
        return believedOr(outcome, sure -> sure.byId(instance));
    }

    CompletableFuture<LoadOutcome> byKey(InstanceKey key) {
        return believedOr(lookUp(key), sure -> sure.byKey(key));
    }

    /** Who finds an instance by a key sees at least this key. */
    private ValueSelection with(@Nullable InstanceKey key) {
        return key == null ? values : values.withKey(key);
    }

    /** A copy that is a little old may lack what there is; that there is nothing is said only by who must know. */
    private CompletableFuture<LoadOutcome> believedOr(
            CompletableFuture<LoadOutcome> found, Function<ReadFlow, CompletableFuture<LoadOutcome>> asked) {
        return nearest
                ? found.thenCompose(outcome -> outcome.loaded().isEmpty()
                        ? asked.apply(new ReadFlow(store, handle, sure(), steps))
                        : CompletableFuture.completedFuture(outcome))
                : found;
    }

    private LoadMode sure() {
        return new LoadMode.Free(LoadMode.Freshness.AUTHORITATIVE, values);
    }

    private CompletableFuture<LoadOutcome> lookUp(InstanceKey key) {
        return read(SlotAddress.of(key), with(key)).thenCompose(slot -> {
            if (slot.lists(key) || slot.claim() == null) {
                return CompletableFuture.completedFuture(found(slot, key));
            }
            return read(SlotAddress.of(slot.claim().instance()), with(key)).thenApply(owning -> found(owning, key));
        });
    }

    private LoadOutcome found(Slot slot, InstanceKey key) {
        InstanceRecord record = slot.instance();
        KeyEntry entry = record == null ? null : record.keys().get(key);
        if (record == null || entry == null) {
            return new LoadOutcome.NotFound(null, key);
        }
        return entry.state() == KeyState.COMPLETED && !peek
                ? new LoadOutcome.Completed(record.id(), key, ended(record))
                : answer(record, record.id(), key);
    }

    private static LoadOutcome.Ended ended(InstanceRecord record) {
        return record.state() == InstanceState.COMPLETED ? LoadOutcome.Ended.INSTANCE : LoadOutcome.Ended.KEY;
    }

    private LoadOutcome answer(@Nullable InstanceRecord record, InstanceId instance, @Nullable InstanceKey key) {
        if (record == null || (record.state() == InstanceState.UNINITIALIZED && !peek)) {
            return new LoadOutcome.NotFound(key == null ? instance : null, key);
        }
        if (record.state() == InstanceState.COMPLETED && !peek) {
            return new LoadOutcome.Completed(record.id(), key, LoadOutcome.Ended.INSTANCE);
        }
        handle.bindInstance(record.id());
        return new LoadOutcome.Loaded(store.values().snapshot(record, with(key), false));
    }

    private CompletableFuture<Slot> read(SlotAddress at, ValueSelection needed) {
        if (nearest) {
            return store.engine()
                    .readNearest(at, needed)
                    .thenApplyAsync(slot -> slot, steps)
                    .toCompletableFuture();
        }
        return store.engine()
                .apply(at, new InspectSlot(store.watch().expiredOwners(), needed))
                .thenApplyAsync(reply -> ((Reply.Done<Slot>) reply).answer(), steps)
                .toCompletableFuture();
    }
}
