// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceHeader;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Everything that can be shown of an instance, at one moment.
 *
 * @param header everything but keys and values
 * @param keys its keys, associated and completed, in no particular order
 * @param data the data bag, by name, without write-only values
 * @param metadata the metadata bag, by name, without write-only values
 */
public record InspectedInstance(
        InstanceHeader header,
        List<InspectedKey> keys,
        Map<String, InspectedValue> data,
        Map<String, InspectedValue> metadata) {

    /** Copies the collections. */
    public InspectedInstance {
        Objects.requireNonNull(header, "header");
        keys = List.copyOf(keys);
        data = Map.copyOf(data);
        metadata = Map.copyOf(metadata);
    }
}
