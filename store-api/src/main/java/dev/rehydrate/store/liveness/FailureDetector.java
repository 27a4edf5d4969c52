// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.liveness;

import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Detects lease expiry of other owners. An owner has expired if its heartbeat has not moved for its lease time, measured on the
 * monotonic clock of this process, or if its record is gone, because an owner id is never used twice. Expiry is final: an owner
 * that was paused for its lease time notices the end of its own lease before it does anything else.
 *
 * <p>Where there are many owners, a store watches the beats of a few, and tells the others what it finds (decision record 105).
 */
public final class FailureDetector {

    private final StorageEngine engine;
    private final TimeSource time;
    private final Supplier<? extends Collection<OwnerId>> here;
    /** The place in the ring of a store that has no owner. */
    private final OwnerId observer = OwnerId.random();

    private final Map<OwnerId, Sighting> sightings = new HashMap<>();
    /** Owners that the table of owners has said to have expired: once they are gone from it, nothing refers to them. */
    private final Set<OwnerId> told = new HashSet<>();
    /** Owners that this process has found to have expired, and that the others do not know of yet. */
    private final Set<OwnerId> news = new HashSet<>();
    /** Read by every command, changed hardly ever: never modified, but replaced. */
    private volatile Set<OwnerId> expiredOwners = Set.of();

    private volatile Roster roster = Roster.unknown();

    /**
     * Has not seen any owner yet.
     *
     * @param engine keeps the owners
     * @param time the clock
     * @param here the owners of this process
     */
    public FailureDetector(StorageEngine engine, TimeSource time, Supplier<? extends Collection<OwnerId>> here) {
        this.engine = engine;
        this.time = time;
        this.here = here;
    }

    /** Owners whose death this process has seen and whose traces are not all removed. */
    public Set<OwnerId> expiredOwners() {
        return expiredOwners;
    }

    /** For how long an owner's beat has not moved, as far as this process has seen; zero if it has not looked before. */
    public synchronized Duration unmoved(OwnerId owner) {
        Sighting last = sightings.get(owner);
        return last == null ? Duration.ZERO : Duration.ofNanos(time.nanoTime() - last.seenAt());
    }

    /** {@return the owners that there are, as this process has seen them last} */
    public Roster roster() {
        return roster;
    }

    /** {@return whether there are so many owners that no store watches all} */
    public boolean isShared() {
        return roster.isShared(here.get().size());
    }

    /** Reads the beats of the owners that are watched from here, and notes which have moved. */
    public CompletionStage<Void> look() {
        return look(engine::watch);
    }

    /**
     * Reads the beats of the owners that are watched from here in a call that does something else as well.
     *
     * @param call reads them
     * @return completes when it is noted which have moved
     */
    public CompletionStage<Void> look(Reading call) {
        return look(watched(), call).thenApply(noted -> null);
    }

    /** A call that reads beats of owners. */
    @FunctionalInterface
    public interface Reading {
        /**
         * Makes the call.
         *
         * @param watched whose beats to read
         * @param roster the roster that is known here
         * @return what has changed, up to date
         */
        CompletionStage<OwnerNews> read(Set<OwnerId> watched, long roster);
    }

    /**
     * Reads the beats of all owners that were there at the last look.
     *
     * @return all owners
     */
    public CompletionStage<Map<OwnerId, OwnerRecord>> lookAtAll() {
        return look(roster.owners().keySet(), engine::watch).thenApply(Roster::owners);
    }

    /**
     * Looks at one owner.
     *
     * @param owner the owner
     * @return its record if it lives, as far as is known here, or empty if it has expired
     */
    public CompletionStage<Optional<OwnerRecord>> judge(OwnerId owner) {
        return look(Set.of(owner), engine::watch).thenApply(latest -> {
            OwnerRecord record = latest.owners().get(owner);
            if (record == null) {
                declareExpired(owner);
            }
            return expiredOwners.contains(owner) ? Optional.empty() : Optional.ofNullable(record);
        });
    }

    /**
     * Takes what the other stores have to be told, because they do not watch the same owners. While all stores watch all
     * owners, each decides alone, and this is empty.
     *
     * @return owners that were found to have expired since the last call
     */
    public synchronized List<OwnerId> takeNews() {
        List<OwnerId> untold = isShared() ? List.copyOf(news) : List.of();
        news.clear();
        return untold;
    }

    /** Nothing refers to the owner any more, so its expiry need not be remembered. */
    public synchronized void forget(OwnerId owner) {
        Set<OwnerId> others = new HashSet<>(expiredOwners);
        others.remove(owner);
        expiredOwners = Set.copyOf(others);
        sightings.remove(owner);
        told.remove(owner);
    }

    /** Notes that an owner has expired. */
    public synchronized void declareExpired(OwnerId owner) {
        Set<OwnerId> all = new HashSet<>(expiredOwners);
        all.add(owner);
        expiredOwners = Set.copyOf(all);
        sightings.remove(owner);
    }

    private CompletionStage<Roster> look(Set<OwnerId> watched, Reading call) {
        long askedAt = time.nanoTime();
        return call.read(watched, roster.number()).thenApply(seen -> note(seen, askedAt));
    }

    private synchronized Set<OwnerId> watched() {
        Collection<OwnerId> own = here.get();
        long now = time.nanoTime();
        return roster.watchedFrom(own.isEmpty() ? List.of(observer) : own, owner -> moves(owner, now));
    }

    /** Three quarters of a lease are longer than two looks, of which one may come between the same two beats. */
    private boolean moves(OwnerId owner, long now) {
        Sighting last = sightings.get(owner);
        OwnerRecord record = roster.owners().get(owner);
        return last != null
                && record != null
                && now - last.seenAt() < record.lease().toNanos() / 4 * 3;
    }

    private synchronized Roster note(OwnerNews seen, long askedAt) {
        long seenAt = time.nanoTime();
        Map<OwnerId, OwnerRecord> all = seen.owners();
        // A look that began before the last one and is answered late knows less.
        if (all != null && (roster.number() == OwnerNews.UNKNOWN || askedAt - roster.askedAt() >= 0)) {
            noteGone(all);
            roster = Roster.of(seen.roster(), askedAt, all);
            all.values().forEach(owner -> note(owner, askedAt, seenAt));
        }
        seen.beats().forEach((id, beat) -> {
            OwnerRecord owner = roster.owners().get(id);
            if (owner != null && !owner.isExpired()) {
                note(owner.withBeat(beat), askedAt, seenAt);
            }
        });
        return roster;
    }

    private void noteGone(Map<OwnerId, OwnerRecord> now) {
        roster.owners().keySet().stream().filter(id -> !now.containsKey(id)).forEach(this::noteGone);
    }

    /** An owner is removed from the table in good order when nothing refers to it any more. */
    private void noteGone(OwnerId owner) {
        if (told.contains(owner)) {
            forget(owner);
        } else {
            declareExpired(owner);
        }
    }

    /**
     * A beat is as old as its first sighting's end, at most, and was still the last one when the latest look began, at
     * least: this avoids false suspicion, since an owner notices the end of its own lease first.
     */
    private void note(OwnerRecord owner, long askedAt, long seenAt) {
        if (owner.isExpired()) {
            told.add(owner.id());
        }
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
            news.add(owner.id());
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
