// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.command.UnreadableValueException;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.CommitAnswer;
import dev.rehydrate.slot.CommitInstance;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.LoadGrant;
import dev.rehydrate.slot.Presented;
import dev.rehydrate.slot.SlotAddress;
import java.util.concurrent.CompletableFuture;

/**
 * Puts instances aside that want to run and that this host cannot read: suspended, with the reason, and otherwise as they
 * are. They would be taken and given up for ever otherwise, before those that can be run.
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
                new Presented.Holding(Hold.of(grant.record())),
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
                        .tell(LogContext.of(instance, null, owner.id()), listener -> listener.quarantined(event));
            } else {
                // The hold goes back by itself, and whoever takes it then finds the same.
                store.orphans().expect(owner, at);
            }
            return null;
        });
    }
}
