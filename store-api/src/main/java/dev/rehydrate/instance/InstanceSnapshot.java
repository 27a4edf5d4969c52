// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Map;
import java.util.Objects;

/**
 * What a load returns: one state of one instance, immutable (contract §1.5). It says what was true when it was read; only
 * under a hold does it stay true until the holder's next command.
 *
 * @param header everything but keys and values
 * @param keys the instance's keys, associated and completed
 * @param data the data bag, without write-only values
 * @param metadata the metadata bag, without write-only values
 * @param held whether the command that returned this took or kept the hold
 */
public record InstanceSnapshot(
        InstanceHeader header, Map<InstanceKey, InstanceKeyView> keys, ValueBag data, ValueBag metadata, boolean held) {

    /** Copies the map of keys. */
    public InstanceSnapshot {
        Objects.requireNonNull(header, "header");
        keys = Map.copyOf(keys);
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(metadata, "metadata");
    }

    /** {@return the instance} */
    public InstanceId id() {
        return header.id();
    }

    /** {@return which state of which life this is; its text form is the ETag} */
    public Revision revision() {
        return header.revision();
    }

    /** {@return how far the instance has come} */
    public InstanceState state() {
        return header.state();
    }
}
