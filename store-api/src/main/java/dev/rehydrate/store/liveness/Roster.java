// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.liveness;

import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.runnable.HostKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The owners that there are, as a store has seen them last, in a ring that all stores see in the same order. Never changed.
 *
 * @param number the {@linkplain OwnerNews#roster() number} of the roster
 * @param askedAt when it was asked for, on the monotonic clock
 * @param owners by id; the beats are old
 * @param ring those that have not expired, in the order of their ids
 */
public record Roster(long number, long askedAt, Map<OwnerId, OwnerRecord> owners, List<OwnerId> ring) {

    /** Each owner watches so many of those that follow it. */
    public static final int WATCHED = 8;

    private static final Comparator<OwnerId> ORDER =
            Comparator.comparingLong(OwnerId::high).thenComparingLong(OwnerId::low);

    /** {@return the roster of a store that has not looked yet} */
    static Roster unknown() {
        return new Roster(OwnerNews.UNKNOWN, 0, Map.of(), List.of());
    }

    static Roster of(long number, long askedAt, Map<OwnerId, OwnerRecord> owners) {
        List<OwnerId> ring = new ArrayList<>(owners.values().stream()
                .filter(owner -> !owner.isExpired())
                .map(OwnerRecord::id)
                .toList());
        ring.sort(ORDER);
        return new Roster(number, askedAt, Map.copyOf(owners), List.copyOf(ring));
    }

    /** {@return whether no store has to watch all owners} */
    boolean isShared(int here) {
        return ring.size() - here > WATCHED;
    }

    /**
     * Shares the watching out. An owner is watched by the stores of the owners before it in the ring. One that was not seen to
     * move lately does not count: those after it are watched as well, until enough are found that move. So an owner is watched
     * also when all stores that watched it have died.
     *
     * @param here the owners of this store, or what stands for them in a store without owners
     * @param moves whether a beat of an owner was seen to move lately
     * @return whom this store watches; all if they are few
     */
    Set<OwnerId> watchedFrom(Collection<OwnerId> here, Predicate<OwnerId> moves) {
        Set<OwnerId> watched = new HashSet<>();
        here.forEach(own -> addFollowers(watched, own, here, moves));
        return watched;
    }

    private void addFollowers(Set<OwnerId> watched, OwnerId own, Collection<OwnerId> here, Predicate<OwnerId> moves) {
        int moving = 0;
        int from = placeAfter(own);
        for (int i = 0; i < ring.size() && moving < WATCHED; i++) {
            OwnerId next = ring.get((from + i) % ring.size());
            if (!here.contains(next)) {
                watched.add(next);
                moving += moves.test(next) ? 1 : 0;
            }
        }
    }

    private int placeAfter(OwnerId own) {
        int place = Collections.binarySearch(ring, own, ORDER);
        return place >= 0 ? place + 1 : -place - 1;
    }

    /** {@return the living owners of a kind} */
    public List<OwnerId> of(HostKind kind) {
        return living().filter(owner -> kind.isOf(owner.description()))
                .map(OwnerRecord::id)
                .toList();
    }

    private Stream<OwnerRecord> living() {
        return ring.stream().flatMap(id -> Stream.ofNullable(owners.get(id)));
    }
}
