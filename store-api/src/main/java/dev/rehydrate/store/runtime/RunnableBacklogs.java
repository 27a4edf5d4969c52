// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.liveness.Roster;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runnable.HostKind;
import dev.rehydrate.store.runnable.HostShare;
import dev.rehydrate.store.runnable.RunnableBacklog;
import dev.rehydrate.store.runnable.RunnableWalk;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** The backlogs of a store: one for each kind of host, so that none waits for another. */
public final class RunnableBacklogs {

    private final StoreRuntime store;
    private final Map<HostKind, RunnableBacklog> backlogs = new ConcurrentHashMap<>();
    private final Map<HostKind, KnownShare> shares = new ConcurrentHashMap<>();

    RunnableBacklogs(StoreRuntime store) {
        this.store = store;
    }

    /** The backlog of an owner with a host type. */
    public RunnableBacklog of(OwnerDescription description) {
        return backlogs.computeIfAbsent(
                HostKind.of(description),
                kind -> new RunnableBacklog(
                        new Looks(kind), store.options().time()::nanoTime, new Random(kind.hashCode())));
    }

    /**
     * Which part of the work of a kind of host comes to this store. Each poll asks, and mostly looks for nothing then: it must not
     * cost what all owners of the farm are.
     */
    public HostShare share(HostKind kind) {
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

    /** A walk of its own through the instances that a kind of host can run. */
    public RunnableWalk walk(HostKind kind) {
        return new RunnableWalk(
                (after, limit) -> store.engine().walk(scan(kind), after, limit),
                store.left().of(kind),
                store.engine()::now);
    }

    private SlotScan.ToRun scan(HostKind kind) {
        return new SlotScan.ToRun(
                kind.hostType(), kind.definitions(), store.watch().expiredOwners());
    }

    /** What one backlog knows of its store. */
    private final class Looks implements RunnableBacklog.Source {

        private final HostKind kind;
        private final RunnableWalk walk;

        private Looks(HostKind kind) {
            this.kind = kind;
            this.walk = walk(kind);
        }

        @Override
        public CompletionStage<RunnableWalk.Found> find(int limit) {
            return walk.look(limit);
        }

        @Override
        public void notTried(Collection<SlotAddress> found) {
            walk.goBackTo(found);
        }

        @Override
        public HostShare share() {
            return RunnableBacklogs.this.share(kind);
        }
    }
}
