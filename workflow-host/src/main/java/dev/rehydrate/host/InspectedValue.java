// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.instance.ValueBag;
import org.jspecify.annotations.Nullable;

/**
 * One stored value, as far as this host can show it.
 *
 * @param description codec, type and size, or null if even these cannot be read
 * @param json the value, or null if this host cannot read it or cannot show it as JSON
 * @param problem why there is no JSON, or null if there is
 */
public record InspectedValue(
        ValueBag.@Nullable Description description,
        @Nullable JsonNode json,
        @Nullable String problem) {

    /** {@return description and problem; never the value, which may be secret} */
    @Override
    public String toString() {
        return "InspectedValue[" + description + (problem == null ? "" : " problem=" + problem) + "]";
    }
}
