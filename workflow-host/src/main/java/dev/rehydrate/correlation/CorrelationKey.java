// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceKeyView;
import dev.rehydrate.instance.InstanceValue;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A key together with what it was made from (contract §5.6). The text is kept as metadata of the key, so that a person can
 * read what a key means and a collision of hashes does no harm.
 *
 * @param key the 128 bits
 * @param algorithm how they were computed
 * @param scope the logical name within which the content is unique
 * @param text the canonical text that was hashed; different contents have different texts
 * @param partNames the names of the parts that have a value
 */
public record CorrelationKey(
        InstanceKey key, KeyAlgorithm algorithm, String scope, String text, Set<String> partNames) {

    /** The name of the key's metadata value that holds the text. */
    public static final String TEXT = "KeyText";
    /** The name of the key's metadata value that holds the scope. */
    public static final String SCOPE = "KeyScope";
    /** The name of the key's metadata value that holds the name of the algorithm. */
    public static final String ALGORITHM = "KeyAlgorithm";

    /** Checks that nothing is missing. */
    public CorrelationKey {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(algorithm, "algorithm");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(text, "text");
        partNames = Set.copyOf(partNames);
    }

    /**
     * Computes a key. Parts with an empty value are left out; none at all is allowed here, and gives the key of the scope.
     *
     * @param algorithm how to compute
     * @param scope the logical name within which the content is unique, not blank
     * @param parts values by name; their order does not matter
     * @return the key
     * @throws IllegalArgumentException if the scope is blank, a text is not well-formed, or two names differ only in a way
     *     that the algorithm ignores
     */
    public static CorrelationKey of(KeyAlgorithm algorithm, String scope, Map<String, String> parts) {
        return algorithm.keyOf(scope, parts);
    }

    /** {@return what is kept with the key: text, scope and algorithm} */
    public Map<String, InstanceValue> metadata() {
        return Map.of(
                TEXT, InstanceValue.of(text),
                SCOPE, InstanceValue.of(scope),
                ALGORITHM, InstanceValue.of(algorithm.name()));
    }

    /**
     * Makes sure that a key in the store was made from the same text as this one. A key without text, which a tool may have
     * associated, passes.
     *
     * @param stored the key as a load shows it
     * @throws KeyTextMismatchException if it was made from another text; the message must not be delivered
     */
    public void requireSameText(InstanceKeyView stored) {
        boolean same =
                stored.metadata().find(TEXT, String.class).map(text::equals).orElse(true);
        if (!same) {
            throw new KeyTextMismatchException(this);
        }
    }
}
