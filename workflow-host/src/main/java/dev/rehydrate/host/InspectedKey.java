// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyState;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One key of an instance.
 *
 * @param key the key
 * @param state how the instance uses it
 * @param text what the key was made from, or null if that is not stored with it
 * @param metadata what else is stored with the key, by name
 */
public record InspectedKey(
        InstanceKey key, KeyState state, @Nullable String text, Map<String, InspectedValue> metadata) {

    /** Copies the map. */
    public InspectedKey {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(state, "state");
        metadata = Map.copyOf(metadata);
    }
}
