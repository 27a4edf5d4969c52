// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.execution;

import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.liveness.OwnLease;
import dev.rehydrate.store.owner.LocalHandle;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.Progress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Registers and retires owners (contract §2.2, §2.3). */
final class OwnerFlow {

    private final StoreRuntime store;
    private final LocalHandle handle;
    private final Progress progress;

    OwnerFlow(StoreRuntime store, LocalHandle handle, Progress progress) {
        this.store = store;
        this.handle = handle;
        this.progress = progress;
    }

    CompletableFuture<OwnerId> create(OwnerDescription description) {
        if (!progress.send()) {
            return CompletableFuture.failedFuture(SlotSession.tooLate());
        }
        OwnerId id = OwnerId.random();
        StoreOptions options = store.options();
        OwnLease lease =
                new OwnLease(options.time(), options.lease(), options.time().nanoTime());
        LocalOwner owner = new LocalOwner(id, description, handle, lease, new Releases(store, id));
        return store.engine()
                .addOwner(new OwnerRecord(id, description, options.lease(), 0))
                .toCompletableFuture()
                .thenApply(added -> register(owner));
    }

    private OwnerId register(LocalOwner owner) {
        handle.bindOwner(owner);
        owner.adopt(handle);
        store.add(owner);
        if (!handle.isValid()) {
            // The caller has given up waiting and will never learn of this owner.
            retireQuietly(owner);
        } else if (owner.description().hostType() != null) {
            owner.events().signal(StoreEvent.HAS_RUNNABLE);
        }
        return owner.id();
    }

    CompletableFuture<OwnerId> retire(LocalOwner owner) {
        if (!progress.send()) {
            return CompletableFuture.failedFuture(SlotSession.tooLate());
        }
        return store.engine().retireOwner(owner.id()).toCompletableFuture().thenApply(ended -> {
            store.watch().declareExpired(owner.id());
            Set<InstanceId> held = owner.held();
            store.remove(owner);
            owner.end();
            held.forEach(store.releaseNews()::gaveUp);
            return owner.id();
        });
    }

    private void retireQuietly(LocalOwner owner) {
        store.remove(owner);
        owner.end();
        store.engine().removeOwner(owner.id());
    }
}
