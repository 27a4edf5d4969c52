// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a workflow instance for all its life: 128 bits, never all zero (contract §1.4).
 *
 * <p>An id may be chosen at random or be the bits of a key; in the second case the key is the instance's <em>home
 * key</em>, and instance and key are stored, found and removed in one step.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record InstanceId(long high, long low) {

    /**
     * Checks the bits.
     *
     * @throws IllegalArgumentException if all bits are zero
     */
    public InstanceId {
        if (high == 0 && low == 0) {
            throw new IllegalArgumentException("an instance id must not be all zero");
        }
    }

    /**
     * Draws a new id.
     *
     * @return a random id
     */
    public static InstanceId random() {
        return of(UUID.randomUUID());
    }

    /**
     * Takes the bits of a UUID.
     *
     * @param uuid the bits
     * @return the id
     * @throws IllegalArgumentException if all bits are zero
     */
    public static InstanceId of(UUID uuid) {
        return new InstanceId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    /**
     * Gives an instance the bits of a key, which makes that key its home key.
     *
     * @param key the key by which the instance will mostly be found
     * @return the id with the same bits
     */
    public static InstanceId atHomeOf(InstanceKey key) {
        return new InstanceId(key.high(), key.low());
    }

    /**
     * Reads the text form.
     *
     * @param text a UUID in its usual form
     * @return the id
     * @throws IllegalArgumentException if the text is not a UUID, or all zero
     */
    public static InstanceId parse(String text) {
        return of(UuidText.parse(text));
    }

    /**
     * Tells whether a key is the home key of the instance with this id.
     *
     * @param key any key
     * @return whether both have the same bits
     */
    public boolean isHomeOf(InstanceKey key) {
        return key.high() == high && key.low() == low;
    }

    /** Written out, as the one that a record has of itself takes milliseconds to link at its first call (record 182). */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InstanceId that && high == that.high && low == that.low;
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
