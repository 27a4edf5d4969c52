// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.slot.SlotAddress;
import java.util.UUID;

/** Slot addresses as keys of the map: a type that every member and client can hash without any class of ours. */
final class Addresses {

    private Addresses() {}

    static UUID key(SlotAddress at) {
        return new UUID(at.high(), at.low());
    }

    static SlotAddress of(UUID key) {
        return new SlotAddress(key.getMostSignificantBits(), key.getLeastSignificantBits());
    }
}
