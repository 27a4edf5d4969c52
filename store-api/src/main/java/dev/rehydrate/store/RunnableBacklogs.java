// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.store.runnable.HostKind;
import dev.rehydrate.store.runnable.HostShare;
import dev.rehydrate.store.runnable.RunnableBacklog;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The backlogs of a store: one for each kind of host, so that none waits for another. */
final class RunnableBacklogs {

    private final StoreRuntime store;
    private final Map<HostKind, RunnableBacklog> backlogs = new ConcurrentHashMap<>();

    RunnableBacklogs(StoreRuntime store) {
        this.store = store;
    }

    /** The backlog of an owner with a host type. */
    RunnableBacklog of(OwnerDescription description) {
        return backlogs.computeIfAbsent(
                HostKind.of(description),
                kind -> new RunnableBacklog(
                        new Scans(kind), store.options().time()::nanoTime, new Random(kind.hashCode())));
    }

    /** Which part of the work of a kind of host comes to this store. */
    HostShare share(HostKind kind) {
        return HostShare.of(
                store.watch().roster().of(kind),
                store.owners().stream()
                        .filter(owner -> kind.isOf(owner.description()))
                        .map(LocalOwner::id)
                        .toList());
    }

    /** Looks for instances that a kind of host can run. */
    SlotScan scan(HostKind kind) {
        return new SlotScan.ToRun(
                kind.hostType(), kind.definitions(), store.watch().expiredOwners());
    }

    private final class Scans implements RunnableBacklog.Source {

        private final HostKind kind;

        private Scans(HostKind kind) {
            this.kind = kind;
        }

        /** A skipped instance stays due, and must not hide those after it. */
        @Override
        public CompletionStage<List<SlotAddress>> find(int limit) {
            return store.engine().scan(scan(kind), limit + store.skipped().size());
        }

        @Override
        public HostShare share() {
            return RunnableBacklogs.this.share(kind);
        }
    }
}
