// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import dev.rehydrate.instance.KeyContent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Correlates by named parts of the message (contract §5.6). Parts without a value are skipped; a message in which all parts
 * are without a value cannot be correlated. Each method returns a new correlation and leaves this one as it is.
 *
 * @param <M> the type of the messages
 */
public final class ContentCorrelation<M> implements Correlation<M> {

    /** The longest value of a part, in characters: it is kept with the instance and written into messages to people. */
    public static final int MAX_VALUE = 4000;

    private final String scope;
    private final KeyAlgorithm algorithm;
    private final List<Part<M>> parts;

    private record Part<M>(String name, Function<? super M, @Nullable String> value) {}

    ContentCorrelation(String scope) {
        this(scope, KeyAlgorithm.SHA_256_128, List.of());
    }

    private ContentCorrelation(String scope, KeyAlgorithm algorithm, List<Part<M>> parts) {
        if (scope.isBlank()) {
            throw new IllegalArgumentException("a correlation needs a scope: the logical name of the service");
        }
        Set<String> names = new HashSet<>();
        for (Part<M> part : parts) {
            if (!names.add(algorithm.canonical(part.name()))) {
                throw new IllegalArgumentException("there are two parts with the name '" + part.name() + "'");
            }
        }
        this.scope = scope;
        this.algorithm = algorithm;
        this.parts = parts;
    }

    /**
     * Adds a part.
     *
     * @param name the name under which the value is hashed; changing it changes every key
     * @param value takes the value from the message; null or empty if the message has none
     * @return a correlation with one part more
     * @throws IllegalArgumentException if the name is blank or already used
     */
    public ContentCorrelation<M> part(String name, Function<? super M, @Nullable String> value) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a part needs a name");
        }
        return with(new Part<>(name, Objects.requireNonNull(value, "value")));
    }

    /**
     * Correlates by one text that needs no name. The key is the one that {@code InstanceKey.of(scope, text)} gives.
     *
     * @param value takes the text from the message; null or empty if the message has none
     * @return a correlation with one part more
     * @throws IllegalArgumentException if there is a text without a name already
     */
    public ContentCorrelation<M> text(Function<? super M, @Nullable String> value) {
        return with(new Part<>("", Objects.requireNonNull(value, "value")));
    }

    private ContentCorrelation<M> with(Part<M> part) {
        List<Part<M>> more = new ArrayList<>(parts);
        more.add(part);
        return new ContentCorrelation<>(scope, algorithm, List.copyOf(more));
    }

    /**
     * Chooses how the key is computed. All hosts and clients of one scope must choose the same.
     *
     * @param chosen the algorithm
     * @return the same correlation with another algorithm
     * @throws IllegalArgumentException if the algorithm takes two of the names for one
     */
    public ContentCorrelation<M> hashedBy(KeyAlgorithm chosen) {
        return new ContentCorrelation<>(scope, Objects.requireNonNull(chosen, "chosen"), parts);
    }

    /**
     * Computes the key of a message.
     *
     * @param message the message
     * @return the key with the text it was made from
     * @throws CorrelationException if no part has a value, or a value is too long or not well-formed text
     * @throws IllegalStateException if this correlation has no parts
     */
    public CorrelationKey keyOf(M message) {
        TreeMap<String, String> values = new TreeMap<>();
        for (Part<M> part : parts) {
            String value = part.value().apply(message);
            if (value != null) {
                requireUsable(part.name(), value);
                values.put(part.name(), value);
            }
        }
        CorrelationKey key = CorrelationKey.of(algorithm, scope, values);
        if (key.partNames().isEmpty()) {
            throw nothingToCorrelateOn();
        }
        return key;
    }

    @Override
    public Destination destinationOf(M message) {
        return new Destination.ByKey(keyOf(message));
    }

    private void requireUsable(String name, String value) {
        if (value.length() > MAX_VALUE) {
            throw new UnusableKeyPartException(
                    scope, name, "has " + value.length() + " characters, at most " + MAX_VALUE + " are allowed");
        }
        if (!KeyContent.isWellFormed(value)) {
            throw new UnusableKeyPartException(scope, name, "is not well-formed text: it has half a surrogate pair");
        }
    }

    private RuntimeException nothingToCorrelateOn() {
        if (parts.isEmpty()) {
            return new IllegalStateException("the correlation of scope '" + scope + "' has no parts: add at least one");
        }
        return new MissingKeyPartsException(
                scope, parts.stream().map(Part::name).toList());
    }
}
