// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

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
 * Judges the owners of others by watching (design: leases): a beat that has stood still for the lease time, on the
 * monotonic clock of this process, is a dead owner; so is one whose entry is gone, for an id is never used twice. A verdict
 * is final: an owner that pauses for its lease time knows that it is lost before it does anything else.
 */
final class OwnerWatch {

    private final StorageEngine engine;
    private final TimeSource time;
    private final Map<OwnerId, Sighting> sightings = new HashMap<>();
    /** Read by every command, changed hardly ever: never modified, but replaced. */
    private volatile Set<OwnerId> dead = Set.of();

    OwnerWatch(StorageEngine engine, TimeSource time) {
        this.engine = engine;
        this.time = time;
    }

    /** Owners whose death this process has seen and whose traces are not all removed. */
    Set<OwnerId> dead() {
        return dead;
    }

    /** Reads all owners and notes whose beat has moved. */
    CompletionStage<Map<OwnerId, OwnerRecord>> look() {
        long askedAt = time.nanoTime();
        return engine.owners().thenApply(owners -> note(owners, askedAt));
    }

    /** Nothing refers to the owner any more, so that nobody will ask for it again. */
    synchronized void forget(OwnerId owner) {
        Set<OwnerId> others = new HashSet<>(dead);
        others.remove(owner);
        dead = Set.copyOf(others);
        sightings.remove(owner);
    }

    synchronized void declareDead(OwnerId owner) {
        Set<OwnerId> all = new HashSet<>(dead);
        all.add(owner);
        dead = Set.copyOf(all);
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
        gone.forEach(this::declareDead);
        owners.values().forEach(owner -> note(owner, askedAt, seenAt));
        return owners;
    }

    /**
     * A beat is as old as its first sighting's end, at most, and was still the last one when the latest look began, at
     * least: counted so, nobody is taken for dead before it knows of it itself.
     */
    private void note(OwnerRecord owner, long askedAt, long seenAt) {
        if (dead.contains(owner.id())) {
            return;
        }
        if (owner.isDead()) {
            declareDead(owner.id());
            return;
        }
        Sighting last = sightings.get(owner.id());
        if (last == null || last.beat() != owner.beat()) {
            sightings.put(owner.id(), new Sighting(owner.beat(), seenAt));
        } else if (askedAt - last.seenAt() >= owner.lease().toNanos()) {
            declareDead(owner.id());
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
