// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.Ranked;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * From one value to another, both included, with what lies between them in the order of all kinds. It may have more than a
 * condition admits: an end that is not included, and values of other kinds.
 *
 * @param lowest the first value, or null for the smallest of all
 * @param highest the last value, or null for the largest of all
 */
record Span(@Nullable PromotedValue lowest, @Nullable PromotedValue highest) {

    static Span of(PromotedValue value) {
        return new Span(value, value);
    }

    boolean isOne() {
        return lowest != null && lowest.equals(highest);
    }

    /** The place of an instance, if this is one value. */
    Ranked placeOf(UUID key) {
        return new Ranked(Objects.requireNonNull(lowest), key);
    }

    NavigableMap<Ranked, Listing> of(NavigableMap<Ranked, Listing> places) {
        if (lowest != null && highest != null && lowest.compareTo(highest) > 0) {
            return Collections.emptyNavigableMap();
        }
        NavigableMap<Ranked, Listing> above = lowest == null ? places : places.tailMap(Ranked.before(lowest), true);
        return highest == null ? above : above.headMap(Ranked.after(highest), true);
    }
}
