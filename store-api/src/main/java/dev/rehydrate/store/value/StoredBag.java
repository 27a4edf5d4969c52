// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.value;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueBag;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.StoredValue;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A bag of a snapshot; write-only values are not in it. */
public final class StoredBag implements ValueBag {

    private final InstanceId instance;
    private final Map<String, StoredValue> values;
    private final Map<String, StoredValue> promotable;
    private final ValueEncoding encoding;

    /** A bag whose values are decoded when they are asked for. */
    public StoredBag(InstanceId instance, Map<String, StoredValue> values, ValueEncoding encoding) {
        this(instance, values, ValueSelection.all(), encoding);
    }

    /** A bag of selected values. */
    public StoredBag(
            InstanceId instance, Map<String, StoredValue> values, ValueSelection selection, ValueEncoding encoding) {
        this.instance = instance;
        this.promotable = readable(values);
        this.values = selected(promotable, selection);
        this.encoding = encoding;
    }

    private static Map<String, StoredValue> selected(Map<String, StoredValue> values, ValueSelection selection) {
        if (selection.isAll()) {
            return values;
        }
        Map<String, StoredValue> some = new HashMap<>(values);
        some.keySet().removeIf(name -> !selection.includes(name));
        return Map.copyOf(some);
    }

    /** Nearly always all are readable, and then the bag of the record does. */
    private static Map<String, StoredValue> readable(Map<String, StoredValue> values) {
        for (StoredValue value : values.values()) {
            if (!value.isReadable()) {
                Map<String, StoredValue> some = new HashMap<>(values);
                some.values().removeIf(each -> !each.isReadable());
                return Map.copyOf(some);
            }
        }
        return values;
    }

    /** How many bytes the encoded values of a snapshot have. */
    public static long sizeOf(InstanceSnapshot snapshot) {
        long ofKeys = snapshot.keys().values().stream()
                .mapToLong(key -> sizeOf(key.metadata()))
                .sum();
        return sizeOf(snapshot.data()) + sizeOf(snapshot.metadata()) + ofKeys;
    }

    private static long sizeOf(ValueBag bag) {
        return bag instanceof StoredBag stored
                ? stored.values.values().stream()
                        .mapToLong(value -> value.encoded().size())
                        .sum()
                : 0;
    }

    @Override
    public Set<String> names() {
        return values.keySet();
    }

    @Override
    public Map<String, PromotedValue> promoted() {
        Map<String, PromotedValue> promoted = new HashMap<>();
        promotable.forEach((name, value) -> {
            if (value.promoted() != null) {
                promoted.put(name, value.promoted());
            }
        });
        return promoted;
    }

    @Override
    public <T> @Nullable T get(String name, Class<T> type) {
        StoredValue value = values.get(name);
        if (value == null) {
            throw new NoSuchElementException("no value '" + name + "' in instance " + instance);
        }
        return reading(name, () -> encoding.decode(value.encoded(), type));
    }

    @Override
    public Optional<Description> describe(String name) {
        StoredValue value = values.get(name);
        return value == null
                ? Optional.empty()
                : Optional.ofNullable(reading(name, () -> encoding.describe(value.encoded())));
    }

    private <T> @Nullable T reading(String name, Supplier<@Nullable T> read) {
        try {
            return read.get();
        } catch (ValueCodingException unreadable) {
            throw new UnreadableValueException(instance, name, unreadable);
        }
    }

    /** {@return the names; never the values, which may be secret} */
    @Override
    public String toString() {
        return "ValueBag" + values.keySet();
    }
}
