// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.instance.OwnerId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a store is told of owners at one look: the beats of those that it watches, and all owners if an owner has come, expired
 * or gone since the last look.
 *
 * @param roster says which owners there are and which of them have expired: another number if others are. Beats do not
 *     change it.
 * @param owners all owners by id, or null if the roster is the one that the store knows
 * @param beats the counters of the watched owners that there are
 */
public record OwnerNews(long roster, @Nullable Map<OwnerId, OwnerRecord> owners, Map<OwnerId, Long> beats) {

    /** The roster of a store that has not looked yet. */
    public static final long UNKNOWN = 0;

    /** Copies the maps. */
    public OwnerNews {
        owners = owners == null ? null : Map.copyOf(owners);
        beats = Map.copyOf(beats);
    }

    /**
     * What a store is told that has an older state of all owners.
     *
     * @param all the owners as they are
     * @param watched whose beats are asked for
     * @param known the roster that the store knows
     * @return the news
     */
    public static OwnerNews of(Map<OwnerId, OwnerRecord> all, Set<OwnerId> watched, long known) {
        long roster = rosterOf(all.values());
        Map<OwnerId, Long> beats = new HashMap<>();
        watched.forEach(id -> {
            OwnerRecord owner = all.get(id);
            if (owner != null) {
                beats.put(id, owner.beat());
            }
        });
        return new OwnerNews(roster, roster == known ? null : all, beats);
    }

    /**
     * Computes the number of a roster.
     *
     * @param owners all owners, in any order
     * @return the same number for the same owners in the same condition; never {@link #UNKNOWN}
     */
    public static long rosterOf(Collection<OwnerRecord> owners) {
        long roster = owners.size();
        for (OwnerRecord owner : owners) {
            long bits = owner.id().high() * 0x9E3779B97F4A7C15L + owner.id().low() + (owner.isExpired() ? 1 : 0);
            bits = (bits ^ (bits >>> 32)) * 0xD6E8FEB86659FD93L;
            roster += bits ^ (bits >>> 32);
        }
        return roster == UNKNOWN ? -1 : roster;
    }
}
