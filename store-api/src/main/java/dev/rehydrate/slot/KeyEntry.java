// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.KeyState;
import java.util.Map;
import java.util.Objects;

/**
 * A key as the record of its instance lists it.
 *
 * @param state how the instance uses it
 * @param metadata what was said of it
 */
public record KeyEntry(KeyState state, Map<String, StoredValue> metadata) {

    /** Copies the map. */
    public KeyEntry {
        Objects.requireNonNull(state, "state");
        metadata = Map.copyOf(metadata);
    }

    /** {@return this key, completed} */
    public KeyEntry completed() {
        return new KeyEntry(KeyState.COMPLETED, metadata);
    }
}
