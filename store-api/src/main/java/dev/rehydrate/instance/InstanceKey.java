// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.UUID;

/**
 * A 128-bit hash that routes a message to its instance (contract §1.6). The store knows nothing of what was hashed; two
 * keys are the same key exactly when their bits are equal.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record InstanceKey(long high, long low) {

    /**
     * Checks the bits.
     *
     * @throws IllegalArgumentException if all bits are zero
     */
    public InstanceKey {
        if (high == 0 && low == 0) {
            throw new IllegalArgumentException("an instance key must not be all zero");
        }
    }

    /**
     * Takes the bits of a UUID.
     *
     * @param uuid the bits
     * @return the key
     * @throws IllegalArgumentException if all bits are zero
     */
    public static InstanceKey of(UUID uuid) {
        return new InstanceKey(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /**
     * Draws a new key.
     *
     * @return a random key
     */
    public static InstanceKey random() {
        return of(UUID.randomUUID());
    }

    /**
     * Reads the text form.
     *
     * @param text a UUID in its usual form
     * @return the key
     * @throws IllegalArgumentException if the text is not a UUID, or all zero
     */
    public static InstanceKey parse(String text) {
        return of(UUID.fromString(text));
    }

    /** {@return the bits in the usual form of a UUID} */
    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
