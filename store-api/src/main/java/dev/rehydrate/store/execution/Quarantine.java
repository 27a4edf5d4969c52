// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.observation.LogScope;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.StoreRuntime;
import java.util.concurrent.CompletableFuture;

/**
 * Quarantines poison instances, which are due and which this host cannot read: suspends them, with the reason, and leaves them
 * as they are otherwise. Without it they would be loaded and released in a hot loop, before the instances that can be run.
 */
final class Quarantine {

    private final StoreRuntime store;
    private final LocalOwner owner;
    private final SlotSession session;

    Quarantine(StoreRuntime store, LocalOwner owner, SlotSession session) {
        this.store = store;
        this.owner = owner;
        this.session = session;
    }

    /** Suspends an instance that was just taken, and lets it go. */
    CompletableFuture<Void> putAside(LoadGrant grant, UnreadableValueException trouble) {
        InstanceId instance = grant.record().id();
        SlotAddress at = SlotAddress.of(instance);
        String reason = String.valueOf(trouble.getMessage());
        String failure = UnreadableValueException.class.getName();
        CommitInstance suspend = new CommitInstance(
                CommandId.random(),
                session.caller(),
                new LockProof.Holding(Hold.of(grant.record())),
                Expected.any(),
                store.values()
                        .stored(
                                instance,
                                InstanceChanges.builder()
                                        .suspend(reason, failure)
                                        .build()),
                CommitInstance.After.RELEASED,
                grant.claimEpoch());
        return session.<CommitAnswer>prepare(at, suspend).handle((reply, unavailable) -> {
            if (reply instanceof Reply.Done<CommitAnswer>) {
                store.releaseNews().gaveUp(instance);
                StoreListener.Quarantined event = new StoreListener.Quarantined(instance, reason, failure);
                store.listeners()
                        .tell(LogScope.of(instance, null, owner.id()), listener -> listener.quarantined(event));
            } else {
                // The hold goes back by itself, and the next caller that takes it finds the same.
                store.abandonedHolds().expect(owner, at);
            }
            return null;
        });
    }
}
