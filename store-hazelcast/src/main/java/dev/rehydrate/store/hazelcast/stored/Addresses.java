// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import dev.rehydrate.slot.SlotAddress;
import java.util.UUID;

/** Slot addresses as keys of the map: a type that every member and client can hash without any class of ours. */
public final class Addresses {

    private Addresses() {}

    public static UUID key(SlotAddress at) {
        return new UUID(at.high(), at.low());
    }

    public static SlotAddress of(UUID key) {
        return new SlotAddress(key.getMostSignificantBits(), key.getLeastSignificantBits());
    }
}
