// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.liveness;

import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.time.TimeSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Detects lease expiry of other owners. An owner has expired if its heartbeat has not moved for its lease time, measured on the
 * monotonic clock of this process, or if its record is gone, because an owner id is never used twice. Expiry is final: an owner
 * that was paused for its lease time notices the end of its own lease before it does anything else.
 */
public final class FailureDetector {

    private final StorageEngine engine;
    private final TimeSource time;
    private final Map<OwnerId, Sighting> sightings = new HashMap<>();
    /** Read by every command, changed hardly ever: never modified, but replaced. */
    private volatile Set<OwnerId> expiredOwners = Set.of();

    /** Has not seen any owner yet. */
    public FailureDetector(StorageEngine engine, TimeSource time) {
        this.engine = engine;
        this.time = time;
    }

    /** Owners whose death this process has seen and whose traces are not all removed. */
    public Set<OwnerId> expiredOwners() {
        return expiredOwners;
    }

    /** Reads all owners and notes whose beat has moved. */
    public CompletionStage<Map<OwnerId, OwnerRecord>> look() {
        long askedAt = time.nanoTime();
        return engine.owners().thenApply(owners -> note(owners, askedAt));
    }

    /** Nothing refers to the owner any more, so its expiry need not be remembered. */
    public synchronized void forget(OwnerId owner) {
        Set<OwnerId> others = new HashSet<>(expiredOwners);
        others.remove(owner);
        expiredOwners = Set.copyOf(others);
        sightings.remove(owner);
    }

    /** Notes that an owner has expired. */
    public synchronized void declareExpired(OwnerId owner) {
        Set<OwnerId> all = new HashSet<>(expiredOwners);
        all.add(owner);
        expiredOwners = Set.copyOf(all);
        sightings.remove(owner);
    }

    private synchronized Map<OwnerId, OwnerRecord> note(Map<OwnerId, OwnerRecord> owners, long askedAt) {
        long seenAt = time.nanoTime();
        List<OwnerId> gone = sightings.entrySet().stream()
                .filter(seen -> !owners.containsKey(seen.getKey()))
                // A look that began before the owner did and is answered late does not know of it.
                .filter(seen -> askedAt - seen.getValue().seenAt() >= 0)
                .map(Map.Entry::getKey)
                .toList();
        gone.forEach(this::declareExpired);
        owners.values().forEach(owner -> note(owner, askedAt, seenAt));
        return owners;
    }

    /**
     * A beat is as old as its first sighting's end, at most, and was still the last one when the latest look began, at
     * least: this avoids false suspicion, since an owner notices the end of its own lease first.
     */
    private void note(OwnerRecord owner, long askedAt, long seenAt) {
        if (expiredOwners.contains(owner.id())) {
            return;
        }
        if (owner.isExpired()) {
            declareExpired(owner.id());
            return;
        }
        Sighting last = sightings.get(owner.id());
        if (last == null || last.beat() != owner.beat()) {
            sightings.put(owner.id(), new Sighting(owner.beat(), seenAt));
        } else if (askedAt - last.seenAt() >= owner.lease().toNanos()) {
            declareExpired(owner.id());
        }
    }

    /**
     * When a beat was first seen.
     *
     * @param beat the counter
     * @param seenAt reading of the monotonic clock
     */
    private record Sighting(long beat, long seenAt) {}
}
