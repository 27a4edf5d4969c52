// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runnable;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Shares instances that want to run out among the owners that could run them, so that several stores over the same data do not
 * all run after the same instances. Each store computes the shares by itself, from the owners that it knows. Two stores that
 * know different owners may both try an instance, of which one gets it; no instance depends on its share.
 */
public final class HostShare {

    /** After so many of its own share a store tries one of others: the store whose share it is may be busy, or dead. */
    static final int OWN_BEFORE_OTHERS = 7;

    private final List<OwnerId> peers;
    private final Set<OwnerId> here;
    /** Where the owners of this store are among all. */
    private final int[] places;

    private HostShare(List<OwnerId> peers, Collection<OwnerId> here) {
        this.peers = peers;
        this.here = Set.copyOf(here);
        this.places = IntStream.range(0, peers.size())
                .filter(place -> this.here.contains(peers.get(place)))
                .toArray();
    }

    /**
     * Shares out among owners.
     *
     * @param peers the owners, in any order
     * @param here those of them that are in this store
     * @return the share of this store
     */
    public static HostShare of(Collection<OwnerId> peers, Collection<OwnerId> here) {
        List<OwnerId> sorted = new ArrayList<>(peers);
        sorted.sort(Comparator.comparingLong(OwnerId::high).thenComparingLong(OwnerId::low));
        return new HostShare(sorted, here);
    }

    /** {@return how many owners share} */
    public int size() {
        return peers.size();
    }

    /**
     * Tells at which place a number comes to this store.
     *
     * @param number any number, such as that of a look or a moment
     * @return how many owners come before the first one of this store, from 0; 0 if this store has none
     */
    public int distance(long number) {
        if (peers.isEmpty()) {
            return 0;
        }
        int first = (int) Math.floorMod(number, (long) peers.size());
        int least = places.length == 0 ? 0 : Integer.MAX_VALUE;
        for (int place : places) {
            least = Math.min(least, Math.floorMod(place - first, peers.size()));
        }
        return least;
    }

    /** {@return whether an instance is in the share of this store} */
    boolean has(SlotAddress at) {
        int size = peers.size();
        return size < 2 || here.contains(peers.get(Math.floorMod(Long.hashCode(mixed(at)), size)));
    }

    /** Ids may be hashes, or count up: each bit counts. */
    private static long mixed(SlotAddress at) {
        long bits = (at.high() * 0x9E3779B97F4A7C15L) ^ at.low();
        bits = (bits ^ (bits >>> 32)) * 0xD6E8FEB86659FD93L;
        return bits ^ (bits >>> 32);
    }

    /**
     * Says in which order this store tries what it has found: its own share in the order in which it was found, with a few of
     * others. If nothing is its own, it helps the others, in any order.
     *
     * @param found what was found
     * @param random decides on the order among those of others
     * @return what to try; what is left out is in the share of others
     */
    List<SlotAddress> ordered(List<SlotAddress> found, Random random) {
        List<SlotAddress> own = new ArrayList<>();
        List<SlotAddress> others = new ArrayList<>();
        found.forEach(at -> (has(at) ? own : others).add(at));
        if (own.isEmpty()) {
            Collections.shuffle(others, random);
            return others;
        }
        List<SlotAddress> order = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            order.add(own.get(i));
            int taken = (i + 1) / OWN_BEFORE_OTHERS;
            if ((i + 1) % OWN_BEFORE_OTHERS == 0 && taken <= others.size()) {
                order.add(others.get(taken - 1));
            }
        }
        return order;
    }
}
