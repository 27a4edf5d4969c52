// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a save does to the keys of the instance, all or nothing (contract §2.4 steps 4 to 6).
 *
 * @param associate keys that route to the instance from now on, with their metadata; one that it already has stays, and
 *     its metadata is refreshed
 * @param complete keys that route no longer but stay reserved
 * @param release keys that others may use from now on; each must be completed, before or by this command
 * @param metadata changes of the metadata of keys that the instance has
 */
public record KeyChanges(
        Map<InstanceKey, Map<String, InstanceValue>> associate,
        Set<InstanceKey> complete,
        Set<InstanceKey> release,
        Map<InstanceKey, ValueDelta> metadata) {

    /** Changes nothing. */
    public static final KeyChanges NONE = new KeyChanges(Map.of(), Set.of(), Set.of(), Map.of());

    /**
     * Copies all.
     *
     * @throws IllegalArgumentException if a key is associated and also completed or released, or its metadata is changed
     *     twice, or a name is blank
     */
    public KeyChanges {
        Map<InstanceKey, Map<String, InstanceValue>> copies = new HashMap<>();
        associate.forEach(
                (key, values) -> copies.put(key, ValueDelta.putting(values).put()));
        associate = Map.copyOf(copies);
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
     * Associates a key without metadata.
     *
     * @param key the key
     * @return the change
     */
    public static KeyChanges associating(InstanceKey key) {
        return associating(Map.of(key, Map.of()));
    }

    /**
     * Associates keys.
     *
     * @param keys keys with their metadata
     * @return the change
     */
    public static KeyChanges associating(Map<InstanceKey, Map<String, InstanceValue>> keys) {
        return new KeyChanges(keys, Set.of(), Set.of(), Map.of());
    }

    /**
     * Completes keys, which stay reserved.
     *
     * @param keys the keys
     * @return the change
     */
    public static KeyChanges completing(InstanceKey... keys) {
        return new KeyChanges(Map.of(), Set.of(keys), Set.of(), Map.of());
    }

    /**
     * Completes keys and gives them free in one step.
     *
     * @param keys the keys
     * @return the change
     */
    public static KeyChanges releasing(InstanceKey... keys) {
        return new KeyChanges(Map.of(), Set.of(keys), Set.of(keys), Map.of());
    }

    /** {@return whether this changes nothing} */
    public boolean isEmpty() {
        return associate.isEmpty() && complete.isEmpty() && release.isEmpty() && metadata.isEmpty();
    }
}
