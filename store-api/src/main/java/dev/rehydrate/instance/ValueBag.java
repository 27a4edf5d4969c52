// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The named values of a snapshot, immutable. A value is decoded when it is asked for, each time anew: two readers never
 * share a mutable object, and a value that cannot be read does no harm to a caller that does not ask for it.
 */
public interface ValueBag {

    /** {@return a bag without values, always the same one} */
    static ValueBag empty() {
        return EmptyBag.INSTANCE;
    }

    /** {@return the names of all values that were loaded, in no particular order} */
    Set<String> names();

    /**
     * Decodes one value.
     *
     * @param name its name
     * @param type what it is expected to be
     * @param <T> that type
     * @return the value; null only if a null was saved
     * @throws java.util.NoSuchElementException if there is no value of this name
     * @throws RuntimeException the store's {@code UnreadableValueException}, naming instance, value and stored type, if the
     *     bytes are damaged, were written by a newer version or hold another type; the stored bytes stay as they are
     */
    <T> @Nullable T get(String name, Class<T> type);

    /**
     * Describes a value without decoding it, so that tools can show what they have no classes for.
     *
     * @param name the name of the value
     * @return what is known of it, or empty if there is no value of this name
     */
    Optional<Description> describe(String name);

    /**
     * Returns the promoted copies of values, also of those that a load did not select.
     *
     * @return the copies by name; empty for a bag that has none
     */
    default Map<String, PromotedValue> promoted() {
        return Map.of();
    }

    /**
     * Decodes one value that may be missing.
     *
     * @param name its name
     * @param type what it is expected to be
     * @param <T> that type
     * @return the value, or empty if there is none of this name or if it is null
     * @throws RuntimeException as {@link #get} does for a value that cannot be read
     */
    default <T> Optional<T> find(String name, Class<T> type) {
        return names().contains(name) ? Optional.ofNullable(get(name, type)) : Optional.empty();
    }

    /**
     * What is known of a value without decoding it.
     *
     * @param codecId which codec wrote it
     * @param schemaVersion the version of the application's types at that time
     * @param typeName the type that was written
     * @param storedBytes its size as stored, in bytes
     */
    record Description(String codecId, int schemaVersion, String typeName, int storedBytes) {}
}
