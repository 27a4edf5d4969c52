// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.due;

import com.hazelcast.aggregation.Aggregators;
import com.hazelcast.map.IMap;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which instances want to run, and when, so that no scan of all slots is needed to find them. A hint is written after the
 * slot, before the caller has the answer; a store that follows a hint asks the slot, and corrects a hint that is wrong. A
 * hint that is missing, because a process died in between, is {@linkplain #complete() found} by a scan of all slots.
 */
public final class DueTimeIndex {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final int CHECKED_AT_ONCE = 64;
    private static final SlotScan NO_SCAN = new SlotScan.Occupied(Duration.ZERO);

    private final IMap<UUID, StoredSlot> slots;
    private final Supplier<IMap<UUID, DueHint>> hints;
    private final InstantSource clock;
    private final AtomicBoolean incomplete = new AtomicBoolean(true);

    public DueTimeIndex(IMap<UUID, StoredSlot> slots, Supplier<IMap<UUID, DueHint>> hints, InstantSource clock) {
        this.slots = slots;
        this.hints = hints;
        this.clock = clock;
    }

    public CompletionStage<Boolean> offer(UUID at, DueHint hint) {
        try {
            return hints.get().submitToKey(at, OfferHint.of(hint));
        } catch (RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** Hints may be missing: the next look will be at all slots. */
    public void doubt() {
        incomplete.set(true);
    }

    /** Finds instances that want to run now; waits for the cluster. */
    public List<UUID> due(String hostType, SlotScan scan, int limit) {
        if (incomplete.compareAndSet(true, false)) {
            completeOrDoubt();
        }
        List<UUID> due = new ArrayList<>(hints.get()
                .keySet(OfHostType.dueBetween(
                        hostType, Long.MIN_VALUE, clock.instant().toEpochMilli())));
        List<UUID> found = new ArrayList<>();
        for (int from = 0; from < due.size() && found.size() < limit; from += CHECKED_AT_ONCE) {
            List<UUID> some = due.subList(from, Math.min(due.size(), from + CHECKED_AT_ONCE));
            found.addAll(checked(some, scan));
        }
        return found.subList(0, Math.min(limit, found.size()));
    }

    private List<UUID> checked(List<UUID> hinted, SlotScan scan) {
        Map<UUID, DueHint> followed = hints.get().getAll(new HashSet<>(hinted));
        Map<UUID, DueCheck> checks = slots.executeOnKeys(new HashSet<>(hinted), new CheckDue(scan));
        List<UUID> found = new ArrayList<>();
        checks.forEach((at, check) -> {
            DueHint hint = followed.get(at);
            if (check.matches()) {
                found.add(at);
            } else if (hint != null && !hint.equals(check.right())) {
                var unused = hints.get().submitToKey(at, OfferHint.inPlaceOf(hint, check.right()));
            }
        });
        return found;
    }

    /** Finds the next time after a moment at which an instance may want to run; waits for the cluster. */
    public Optional<Instant> nextDue(String hostType, Instant after) {
        Long next = hints.get()
                .aggregate(
                        Aggregators.longMin(DueHint.DUE),
                        OfHostType.dueBetween(hostType, after.toEpochMilli() + 1, DueMillis.NEVER - 1));
        return next == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(next));
    }

    private void completeOrDoubt() {
        try {
            complete();
        } catch (RuntimeException failure) {
            doubt();
            throw failure;
        }
    }

    /** Looks through all slots and adds the hints that are missing or too late; waits for the cluster. */
    private void complete() {
        List<UUID> waiting = new ArrayList<>(slots.keySet(new WantsToRun()));
        int added = 0;
        for (int from = 0; from < waiting.size(); from += CHECKED_AT_ONCE) {
            Set<UUID> some = new HashSet<>(waiting.subList(from, Math.min(waiting.size(), from + CHECKED_AT_ONCE)));
            added += complete(some);
        }
        if (added > 0) {
            LOG.info("hints were missing at instances that want to run, and have been added: count={}", added);
        }
    }

    private int complete(Set<UUID> waiting) {
        Map<UUID, DueHint> known = hints.get().getAll(waiting);
        Map<UUID, DueCheck> checks = slots.executeOnKeys(waiting, new CheckDue(NO_SCAN));
        int added = 0;
        for (Map.Entry<UUID, DueCheck> each : checks.entrySet()) {
            DueHint right = each.getValue().right();
            if (right != null && !right.equals(known.get(each.getKey()))) {
                added += hints.get().executeOnKey(each.getKey(), OfferHint.of(right)) ? 1 : 0;
            }
        }
        return added;
    }
}
