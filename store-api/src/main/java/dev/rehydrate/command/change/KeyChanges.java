// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.change;

import dev.rehydrate.instance.InstanceKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What a save does to the keys of the instance, all or nothing (contract §2.4 steps 4 to 6).
 *
 * @param associate keys that route to the instance from now on, with their metadata; one that it already has stays, and
 *     its metadata is refreshed
 * @param complete keys that route no longer but stay reserved
 * @param release keys that others may use from now on; each must be completed, before or by this command
 * @param metadata changes of the metadata of keys that the instance has
 * @param <V> what a value is: an object of the host, or its encoded form in a slot
 */
public record KeyChanges<V>(
        Map<InstanceKey, Map<String, V>> associate,
        Set<InstanceKey> complete,
        Set<InstanceKey> release,
        Map<InstanceKey, ValueDelta<V>> metadata) {

    private static final KeyChanges<?> NONE = new KeyChanges<>(Map.of(), Set.of(), Set.of(), Map.of());

    /**
     * Copies all.
     *
     * @throws IllegalArgumentException if a key is associated and also completed or released, or its metadata is changed
     *     twice, or a name is blank
     */
    public KeyChanges {
        associate = copied(associate);
        complete = Set.copyOf(complete);
        release = Set.copyOf(release);
        metadata = Map.copyOf(metadata);
        if (!Collections.disjoint(associate.keySet(), complete)
                || !Collections.disjoint(associate.keySet(), release)
                || !Collections.disjoint(associate.keySet(), metadata.keySet())) {
            throw new IllegalArgumentException(
                    "a key is associated and changed in another way too: " + associate.keySet());
        }
    }

    /**
     * Changes nothing.
     *
     * @param <V> what a value is
     * @return the change
     */
    @SuppressWarnings("unchecked") // It has no value of any type.
    public static <V> KeyChanges<V> none() {
        return (KeyChanges<V>) NONE;
    }

    private static <V> Map<InstanceKey, Map<String, V>> copied(Map<InstanceKey, Map<String, V>> bags) {
        if (bags.isEmpty()) {
            return Map.of();
        }
        Map<InstanceKey, Map<String, V>> copies = new HashMap<>();
        bags.forEach((key, values) -> copies.put(key, ValueDelta.putting(values).put()));
        return Map.copyOf(copies);
    }

    /**
     * Associates a key without metadata.
     *
     * @param key the key
     * @param <V> what a value is
     * @return the change
     */
    public static <V> KeyChanges<V> associating(InstanceKey key) {
        return associating(Map.of(key, Map.of()));
    }

    /**
     * Associates keys.
     *
     * @param keys keys with their metadata
     * @param <V> what a value is
     * @return the change
     */
    public static <V> KeyChanges<V> associating(Map<InstanceKey, Map<String, V>> keys) {
        return new KeyChanges<>(keys, Set.of(), Set.of(), Map.of());
    }

    /**
     * Completes keys, which stay reserved.
     *
     * @param keys the keys
     * @param <V> what a value is
     * @return the change
     */
    public static <V> KeyChanges<V> completing(InstanceKey... keys) {
        return new KeyChanges<>(Map.of(), Set.copyOf(List.of(keys)), Set.of(), Map.of());
    }

    /**
     * Completes keys and gives them free in one step.
     *
     * @param keys the keys
     * @param <V> what a value is
     * @return the change
     */
    public static <V> KeyChanges<V> releasing(InstanceKey... keys) {
        Set<InstanceKey> all = Set.copyOf(List.of(keys));
        return new KeyChanges<>(Map.of(), all, all, Map.of());
    }

    /**
     * Puts two changes together, such as keys to associate and keys to release: they happen in one step, or not at all.
     *
     * @param other changes of other keys
     * @return both
     * @throws IllegalArgumentException if both change the same key
     */
    public KeyChanges<V> and(KeyChanges<V> other) {
        if (!Collections.disjoint(keys(), other.keys())) {
            throw new IllegalArgumentException("both change the same key: " + keys() + " and " + other.keys());
        }
        return new KeyChanges<>(
                both(associate, other.associate),
                both(complete, other.complete),
                both(release, other.release),
                both(metadata, other.metadata));
    }

    private Set<InstanceKey> keys() {
        Set<InstanceKey> keys = new HashSet<>(associate.keySet());
        keys.addAll(complete);
        keys.addAll(release);
        keys.addAll(metadata.keySet());
        return keys;
    }

    private static <C> Map<InstanceKey, C> both(Map<InstanceKey, C> some, Map<InstanceKey, C> more) {
        Map<InstanceKey, C> all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }

    private static Set<InstanceKey> both(Set<InstanceKey> some, Set<InstanceKey> more) {
        Set<InstanceKey> all = new HashSet<>(some);
        all.addAll(more);
        return all;
    }

    /** {@return whether this changes nothing} */
    public boolean isEmpty() {
        return associate.isEmpty() && complete.isEmpty() && release.isEmpty() && metadata.isEmpty();
    }

    /**
     * Gives the metadata another form.
     *
     * @param form makes the other form of the values of a bag
     * @param <W> what a value is then
     * @return the same change with metadata in that form
     */
    public <W> KeyChanges<W> map(Function<? super Map<String, V>, Map<String, W>> form) {
        if (isEmpty()) {
            return none();
        }
        Map<InstanceKey, Map<String, W>> associated = new HashMap<>();
        associate.forEach((key, values) -> associated.put(key, form.apply(values)));
        Map<InstanceKey, ValueDelta<W>> changed = new HashMap<>();
        metadata.forEach((key, delta) -> changed.put(key, delta.map(form)));
        return new KeyChanges<>(associated, complete, release, changed);
    }
}
