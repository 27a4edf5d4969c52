// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The identity of one life of a host. A host that starts again, or that lost its lease, gets a new one; an id is never used
 * twice (contract §1.3).
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record OwnerId(long high, long low) {

    /**
     * Draws a new id.
     *
     * @return a random id
     */
    public static OwnerId random() {
        UUID uuid = UUID.randomUUID();
        return new OwnerId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /** Written out, as the one that a record has of itself takes milliseconds to link at its first call (record 182). */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OwnerId that && high == that.high && low == that.low;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(high) + Long.hashCode(low);
    }

    /** {@return the bits in the usual form of a UUID} */
    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
