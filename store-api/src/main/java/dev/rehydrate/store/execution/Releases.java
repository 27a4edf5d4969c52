// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.ReleaseHold;
import dev.rehydrate.store.observation.LogScope;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.StoreRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases the holds of freed handles in the background (contract §1.4, §2.10), and reports when the owner is lost, so that it
 * no longer can. A few failures are tried again soon, and what still fails then once in a lease, for as long as the owner
 * lives: a hold that no handle knows of would keep the instance from all other owners.
 */
final class Releases implements LocalOwner.Keeper {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final int ATTEMPTS = 8;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final StoreRuntime store;
    private final OwnerId owner;

    Releases(StoreRuntime store, OwnerId owner) {
        this.store = store;
        this.owner = owner;
    }

    @Override
    public void leaveToOthers(InstanceId instance) {
        store.owner(owner).ifPresent(leaving -> store.left().leave(leaving, instance));
    }

    @Override
    public void lost() {
        store.listeners().ownerLost(owner);
    }

    @Override
    public CompletableFuture<?> release(InstanceId instance, Hold hold) {
        ReleaseHold step = new ReleaseHold(CommandId.random(), owner, hold);
        return attempt(instance, step, 1);
    }

    private CompletableFuture<?> attempt(InstanceId instance, ReleaseHold step, int number) {
        return store.engine()
                .apply(SlotAddress.of(instance), step)
                .toCompletableFuture()
                .whenComplete((reply, failure) -> {
                    if (failure != null) {
                        again(instance, step, number, failure);
                    } else if (reply instanceof Reply.Done<Optional<Instant>> done) {
                        store.announceRunnable(done.answer().orElse(null));
                        store.releaseNews().gaveUp(instance);
                    }
                });
    }

    private void again(InstanceId instance, ReleaseHold step, int number, Throwable failure) {
        Optional<LocalOwner> living = store.owner(owner);
        if (living.isEmpty()) {
            warn("it stays until the lease ends", instance, failure);
            return;
        }
        if (number == ATTEMPTS) {
            warn("will look again later", instance, failure);
            store.abandonedHolds().expect(living.get(), SlotAddress.of(instance));
            return;
        }
        Duration pause = FIRST_PAUSE.multipliedBy(1L << (number - 1));
        store.options()
                .time()
                .schedule(
                        pause,
                        () -> store.owner(owner)
                                .ifPresent(holder -> holder.giveBack(
                                        instance, step.hold(), () -> attempt(instance, step, number + 1))));
    }

    private void warn(String then, InstanceId instance, Throwable failure) {
        LogScope.of(instance, null, owner)
                .during(() -> LOG.warn(
                        "could not give back the hold, {}: instance={}", then, instance, SafeText.failure(failure)));
    }
}
