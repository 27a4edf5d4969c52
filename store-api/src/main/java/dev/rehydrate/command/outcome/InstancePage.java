// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueBag;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A part of what a query found.
 *
 * @param entries the instances of this page, in the order asked for
 * @param total how many instances meet the conditions, on all pages; {@link #NOT_COUNTED} if the query did not ask
 */
public record InstancePage(List<Entry> entries, long total) {

    /** The total of a page whose query did not ask for it. */
    public static final long NOT_COUNTED = -1;

    /** Copies the list. */
    public InstancePage {
        entries = List.copyOf(entries);
    }

    /** {@return whether no instance is listed} */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /**
     * One instance that was found.
     *
     * @param header everything but keys and values
     * @param promoted its promoted values by name
     * @param data the values of the data bag that the query selects, of the same moment as the header
     * @param metadata the values of the metadata bag that the query selects, of the same moment as the header
     */
    public record Entry(InstanceHeader header, Map<String, PromotedValue> promoted, ValueBag data, ValueBag metadata) {
        /** Copies the map. */
        public Entry {
            Objects.requireNonNull(header, "header");
            promoted = Map.copyOf(promoted);
            Objects.requireNonNull(data, "data");
            Objects.requireNonNull(metadata, "metadata");
        }

        /**
         * An instance of which no values are listed.
         *
         * @param header everything but keys and values
         * @param promoted its promoted values by name
         */
        public Entry(InstanceHeader header, Map<String, PromotedValue> promoted) {
            this(header, promoted, ValueBag.empty(), ValueBag.empty());
        }
    }
}
