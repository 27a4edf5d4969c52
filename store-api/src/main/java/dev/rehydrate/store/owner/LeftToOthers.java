// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.owner;

import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.runnable.HostKind;
import dev.rehydrate.store.waiting.RecentInstances;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Instances that want to run and that this store does not offer for a while, because others may be able to run them. What a store cannot
 * read is not offered to owners of the kind that has met it; what a host leaves is not offered to that host, and once each host of its
 * kind in this store has left it, to none of them: each may run other definitions.
 */
public final class LeftToOthers {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration LIFE = Duration.ofSeconds(30);
    private static final Duration TOLD_FOR = Duration.ofHours(1);
    private static final int MOST = 10_000;

    private final LongSupplier nanoTime;
    private final Supplier<Collection<LocalOwner>> owners;
    private final Map<HostKind, RecentInstances> ofKinds = new ConcurrentHashMap<>();
    private final Map<HostKind, LeavingPace> paces = new ConcurrentHashMap<>();
    private final Map<LocalOwner, RecentInstances> ofOwners = Collections.synchronizedMap(new WeakHashMap<>());
    private final RecentInstances told;

    public LeftToOthers(LongSupplier nanoTime, Supplier<Collection<LocalOwner>> owners) {
        this.nanoTime = nanoTime;
        this.owners = owners;
        this.told = new RecentInstances(nanoTime, TOLD_FOR, MOST);
    }

    /** {@return what no owner of a kind is offered} */
    public RecentInstances of(HostKind kind) {
        return ofKinds.computeIfAbsent(kind, any -> none());
    }

    /** {@return how fast instances are taken for owners of a kind only to be left, because this store cannot read them} */
    public LeavingPace paceOf(HostKind kind) {
        return paces.computeIfAbsent(kind, any -> new LeavingPace(nanoTime));
    }

    /** {@return whether an owner, which has a host type, has left an instance that others of its kind here may not have left} */
    public boolean hasLeft(LocalOwner owner, InstanceId instance) {
        RecentInstances own = ofOwners.get(owner);
        return own != null && own.has(instance);
    }

    /** An owner leaves an instance to others. One without a host type is offered none. */
    public void leave(LocalOwner owner, InstanceId instance) {
        if (owner.description().hostType() == null) {
            return;
        }
        HostKind kind = HostKind.of(owner.description());
        List<LocalOwner> others = owners.get().stream()
                .filter(each -> each != owner && !each.isLost() && kind.isOf(each.description()))
                .toList();
        boolean byAll = others.stream().allMatch(each -> hasLeft(each, instance));
        note(byAll ? of(kind) : ofOwners.computeIfAbsent(owner, any -> none()), instance);
    }

    /** No owner of a kind can run an instance here. */
    public void leave(HostKind kind, InstanceId instance) {
        note(of(kind), instance);
    }

    /** No owner of a kind can run an instance here, because this store cannot read it. The log tells of each once an hour. */
    public void leave(HostKind kind, InstanceId instance, UnreadableValueException why) {
        leave(kind, instance);
        paceOf(kind).count();
        if (isToTell(instance)) {
            LOG.warn("left an instance that is due to hosts that can read it: {}", why.getMessage());
        }
    }

    /** Of too many the rest is not told: each of them comes again within seconds. */
    synchronized boolean isToTell(InstanceId instance) {
        if (told.has(instance) || told.size() >= MOST) {
            return false;
        }
        told.note(instance);
        if (told.size() == MOST) {
            LOG.warn(
                    "left {} instances that are due to hosts that can read them, and logs no more of them for up to {} minutes",
                    MOST,
                    TOLD_FOR.toMinutes());
        }
        return true;
    }

    /** Of too many the first ones stay noted: looks come by all of them in turn, and would find none noted if the last ones did. */
    private static void note(RecentInstances left, InstanceId instance) {
        if (left.size() < MOST) {
            left.note(instance);
        }
    }

    private RecentInstances none() {
        return new RecentInstances(nanoTime, LIFE, MOST);
    }
}
