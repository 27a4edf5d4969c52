// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.store.hazelcast.stored.Addresses;
import java.util.Comparator;
import java.util.UUID;

/** The order of slot addresses, for the keys of the map: as unsigned numbers, which is not how a UUID compares. */
public final class SlotOrder {

    public static final Comparator<UUID> BY_ADDRESS = SlotOrder::compare;

    static final UUID FIRST = new UUID(0, 0);
    static final UUID LAST = new UUID(-1, -1);

    private SlotOrder() {}

    /** Compares as {@link Addresses#of} of both do. */
    static int compare(UUID one, UUID other) {
        int upper = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return upper != 0
                ? upper
                : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    }
}
