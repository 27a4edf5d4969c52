// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * The last line of an export. Without it, a file that was cut off between two lines would look like a whole one.
 *
 * @param instances how many instances have a line
 * @param complete whether none was left out that was to be exported, as one whose record is damaged
 */
public record ExportEnd(long instances, boolean complete) {

    private static final String END = "end";
    private static final String INSTANCES = "instances";
    private static final String COMPLETE = "complete";

    /**
     * Tells an end line from the others.
     *
     * @param line a line of an export
     * @return whether it is one
     */
    public static boolean is(JsonNode line) {
        return line.path(END).asBoolean();
    }

    /**
     * Reads a line.
     *
     * @param line an end line
     * @return what it says
     * @throws IllegalArgumentException if a field is missing
     */
    public static ExportEnd read(JsonNode line) {
        JsonNode instances = line.path(INSTANCES);
        JsonNode complete = line.path(COMPLETE);
        if (!instances.canConvertToLong() || !complete.isBoolean()) {
            throw new IllegalArgumentException(
                    "it is an end line without its '" + INSTANCES + "' or '" + COMPLETE + "'");
        }
        return new ExportEnd(instances.asLong(), complete.asBoolean());
    }

    /** {@return it as a line} */
    public JsonNode line() {
        return JsonNodeFactory.instance
                .objectNode()
                .put(END, true)
                .put(INSTANCES, instances)
                .put(COMPLETE, complete);
    }
}
