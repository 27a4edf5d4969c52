// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Objects;

/**
 * One key of an instance as a load shows it (contract §1.6).
 *
 * @param key the key
 * @param state how the instance uses it
 * @param metadata what was said of the key, without write-only values
 */
public record InstanceKeyView(InstanceKey key, KeyState state, ValueBag metadata) {

    /** Checks that nothing is missing. */
    public InstanceKeyView {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(metadata, "metadata");
    }
}
