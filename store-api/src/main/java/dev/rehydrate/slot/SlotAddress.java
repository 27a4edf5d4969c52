// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import java.util.UUID;

/**
 * A 128-bit address. Everything about it lives in one slot: the instance whose id it is, and the claim on it as a key.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record SlotAddress(long high, long low) implements Comparable<SlotAddress> {

    /**
     * The slot of an instance.
     *
     * @param id the instance
     * @return its address
     */
    public static SlotAddress of(InstanceId id) {
        return new SlotAddress(id.high(), id.low());
    }

    /**
     * The slot in which a key is claimed.
     *
     * @param key the key
     * @return its address
     */
    public static SlotAddress of(InstanceKey key) {
        return new SlotAddress(key.high(), key.low());
    }

    /** {@return the id of the instance that lives here, if one does} */
    public InstanceId instance() {
        return new InstanceId(high, low);
    }

    /** Orders as unsigned numbers. */
    @Override
    public int compareTo(SlotAddress other) {
        int upper = Long.compareUnsigned(high, other.high);
        return upper != 0 ? upper : Long.compareUnsigned(low, other.low);
    }

    /** {@return the bits in the usual form of a UUID} */
    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
