// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.instance.Suspension;
import org.jspecify.annotations.Nullable;

/** What all JSON of the command line has in common. */
public final class JsonFields {

    private JsonFields() {}

    /**
     * Writes a time, an id or the like as its text.
     *
     * @param to the object
     * @param name the field
     * @param value the value, or null, which is written as null
     */
    public static void put(ObjectNode to, String name, @Nullable Object value) {
        to.put(name, value == null ? null : value.toString());
    }

    /**
     * Writes the field {@code suspension}.
     *
     * @param to the object
     * @param suspension why an instance is suspended, or null if it is not
     */
    public static void suspension(ObjectNode to, @Nullable Suspension suspension) {
        if (suspension == null) {
            to.putNull("suspension");
            return;
        }
        ObjectNode why = to.putObject("suspension");
        put(why, "reason", suspension.reason());
        put(why, "failure", suspension.failure());
        put(why, "since", suspension.since());
        why.put("failed", suspension.failed());
    }
}
