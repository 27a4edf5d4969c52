// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.liveness.FailureDetector;
import dev.rehydrate.store.observation.LogScope;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.owner.Binds;
import dev.rehydrate.store.owner.LocalOwner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases the holds of commands whose answers were lost. Such a command may have taken a hold that no handle knows of, and
 * that would stay for as long as its owner lives. The caller has one lease time to repeat the command; a hold that no
 * handle has by then goes back. So does one that could not be given back in time.
 */
public final class AbandonedHolds {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final StorageEngine engine;
    private final StoreOptions options;
    private final FailureDetector watch;

    AbandonedHolds(StorageEngine engine, StoreOptions options, FailureDetector watch) {
        this.engine = engine;
        this.options = options;
        this.watch = watch;
    }

    /** The owner may hold what is at the address, and no handle of it know. */
    public void expect(LocalOwner owner, SlotAddress at) {
        options.time().schedule(options.lease(), () -> {
            if (!owner.isLost()) {
                var unused = settle(owner, at).whenComplete((settled, failure) -> afterwards(owner, at, failure));
            }
        });
    }

    private void afterwards(LocalOwner owner, SlotAddress at, @Nullable Throwable failure) {
        if (failure != null) {
            LogScope.of(at.instance(), null, owner.id())
                    .during(() -> LOG.warn(
                            "will look again later whether a hold was left behind: instance={}",
                            at,
                            SafeText.failure(failure)));
            expect(owner, at);
        }
    }

    /**
     * Looks only when nothing is under way that could still come to the hold. What has begun while it looks may have come to the very
     * hold that it has seen, and is not answered yet: a handle that has it by then keeps it.
     */
    private CompletableFuture<?> settle(LocalOwner owner, SlotAddress at) {
        InstanceId instance = at.instance();
        Binds.Bind bind = owner.binds().begin(instance, null);
        return owner.binds()
                .endedBefore(bind, instance)
                .thenCompose(earlierEnded -> inspect(at))
                .whenComplete((slot, failure) -> owner.binds().end(bind))
                .thenCompose(slot -> owner.binds().ended(instance).thenAccept(laterEnded -> giveBack(owner, slot)));
    }

    private CompletionStage<Slot> inspect(SlotAddress at) {
        InspectSlot look =
                new InspectSlot(watch.expiredOwners(), ValueSelection.none().withoutKeys());
        return engine.apply(at, look).thenApply(reply -> ((Reply.Done<Slot>) reply).answer());
    }

    private static void giveBack(LocalOwner owner, Slot slot) {
        InstanceRecord record = slot.instance();
        if (record != null && owner.id().equals(record.header().holder())) {
            owner.giveBack(record.id(), Hold.of(record));
        }
    }
}
