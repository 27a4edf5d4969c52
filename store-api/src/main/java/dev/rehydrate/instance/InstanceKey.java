// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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
     * Hashes a text to a key. The same scope and text have the same key everywhere; see {@link KeyContent}.
     *
     * @param scope the logical name within which the text is unique, for example the service; not blank
     * @param text what names the instance within the scope, for example the id of a cart; not blank
     * @return the key
     * @throws IllegalArgumentException if the scope or the text is blank or not well-formed
     */
    public static InstanceKey of(String scope, String text) {
        return KeyContent.of(scope, text).key();
    }

    /**
     * Hashes named values to a key. The same scope, names and values have the same key everywhere; see {@link KeyContent}.
     *
     * @param scope the logical name within which the values are unique, for example the service; not blank
     * @param parts the values by name; at least one is not blank
     * @return the key
     * @throws IllegalArgumentException if the scope or every value is blank, a text is not well-formed, or two names have the
     *     same canonical form
     */
    public static InstanceKey of(String scope, Map<String, String> parts) {
        KeyContent content = KeyContent.of(scope, parts);
        if (content.parts().isEmpty()) {
            throw new IllegalArgumentException("a key needs a part whose value is not blank; scope="
                    + SafeText.line(scope) + " names=" + parts.keySet());
        }
        return content.key();
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
        return of(UuidText.parse(text));
    }

    /** Written out, as the one that a record has of itself takes milliseconds to link at its first call (record 182). */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof InstanceKey that && high == that.high && low == that.low;
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
