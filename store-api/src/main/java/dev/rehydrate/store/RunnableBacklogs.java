// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.store.liveness.Roster;
import dev.rehydrate.store.runnable.HostKind;
import dev.rehydrate.store.runnable.HostShare;
import dev.rehydrate.store.runnable.RunnableBacklog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The backlogs of a store: one for each kind of host, so that none waits for another. */
final class RunnableBacklogs {

    private final StoreRuntime store;
    private final Map<HostKind, RunnableBacklog> backlogs = new ConcurrentHashMap<>();
    private final Map<HostKind, KnownShare> shares = new ConcurrentHashMap<>();

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

    /**
     * Which part of the work of a kind of host comes to this store. Each poll asks, and mostly looks for nothing then: it must not
     * cost what all owners of the farm are.
     */
    HostShare share(HostKind kind) {
        Roster roster = store.watch().roster();
        List<OwnerId> here = store.owners().stream()
                .filter(owner -> kind.isOf(owner.description()))
                .map(LocalOwner::id)
                .toList();
        KnownShare known = shares.get(kind);
        if (known != null && known.roster == roster.number() && known.here.equals(here)) {
            return known.share;
        }
        HostShare share = HostShare.of(roster.of(kind), here);
        shares.put(kind, new KnownShare(roster.number(), here, share));
        return share;
    }

    /**
     * A share, and of what it was computed.
     *
     * @param roster the number of the roster
     * @param here the owners of the kind in this store
     * @param share the share
     */
    private record KnownShare(long roster, List<OwnerId> here, HostShare share) {}

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
            int most = store.skipped().size();
            return store.engine().scan(scan(kind), limit + most).thenApply(found -> withoutSkipped(found, most));
        }

        /** At most as many as were asked for in addition are left out: a scan that was cut off has to show that it was. */
        private List<SlotAddress> withoutSkipped(List<SlotAddress> found, int most) {
            List<SlotAddress> others = new ArrayList<>();
            int leftOut = 0;
            for (SlotAddress at : found) {
                if (leftOut < most && store.skipped().has(at.instance())) {
                    leftOut++;
                } else {
                    others.add(at);
                }
            }
            return others;
        }

        @Override
        public HostShare share() {
            return RunnableBacklogs.this.share(kind);
        }
    }
}
