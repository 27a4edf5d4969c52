// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueBag;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of what a query found.
 *
 * @param entries the instances of this page, in the order asked for
 * @param total how many instances meet the conditions, on all pages; {@link #NOT_COUNTED} if the query did not ask
 * @param gap why instances may be missing, on this page and in the total, as a sentence for people: a part of the storage has lost
 *     its data, or has rows that cannot be read. Null if none is missing. A command on such an instance is refused, and not
 *     answered as not found
 */
public record InstancePage(
        List<Entry> entries, long total, @Nullable String gap) {

    /** The total of a page whose query did not ask for it. */
    public static final long NOT_COUNTED = -1;

    /** Copies the list. */
    public InstancePage {
        entries = List.copyOf(entries);
    }

    /**
     * A page that misses none.
     *
     * @param entries the instances of this page, in the order asked for
     * @param total how many instances meet the conditions, on all pages; {@link #NOT_COUNTED} if the query did not ask
     */
    public InstancePage(List<Entry> entries, long total) {
        this(entries, total, null);
    }

    /** {@return whether no instance is missing, on this page and in the total} */
    public boolean isComplete() {
        return gap == null;
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
