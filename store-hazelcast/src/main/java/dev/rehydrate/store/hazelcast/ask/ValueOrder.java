// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.Ranked;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The order of a value, from a place on: by value, upwards or downwards, and with the same value by id upwards. */
final class ValueOrder {

    private ValueOrder() {}

    static Comparator<Ranked> order(boolean descending) {
        Comparator<Ranked> natural = Comparator.naturalOrder();
        return descending
                ? Comparator.comparing(Ranked::value, Comparator.<PromotedValue>reverseOrder())
                        .thenComparing(natural)
                : natural;
    }

    /** The place from which a page goes on, or null if it is the first one. */
    static @Nullable Ranked place(@Nullable Position after) {
        PromotedValue value = after == null ? null : after.value();
        return after == null || value == null
                ? null
                : new Ranked(value, new UUID(after.id().high(), after.id().low()));
    }

    static Iterator<Map.Entry<Ranked, Listing>> from(
            NavigableMap<Ranked, Listing> places, @Nullable Ranked after, boolean descending) {
        return descending
                ? new Downwards(places, after)
                : (after == null ? places : places.tailMap(after, false))
                        .entrySet()
                        .iterator();
    }

    /** One value after the other downwards, and the instances of each upwards. */
    private static final class Downwards implements Iterator<Map.Entry<Ranked, Listing>> {

        private final NavigableMap<Ranked, Listing> places;
        private Iterator<Map.Entry<Ranked, Listing>> ofValue;
        private @Nullable Ranked below;

        Downwards(NavigableMap<Ranked, Listing> places, @Nullable Ranked after) {
            this.places = places;
            if (after == null) {
                Map.Entry<Ranked, Listing> highest = places.lastEntry();
                this.ofValue = highest == null
                        ? Collections.emptyIterator()
                        : all(highest.getKey().value());
            } else {
                this.ofValue = places.subMap(after, false, Ranked.after(after.value()), true)
                        .entrySet()
                        .iterator();
                this.below = Ranked.before(after.value());
            }
        }

        private Iterator<Map.Entry<Ranked, Listing>> all(PromotedValue value) {
            below = Ranked.before(value);
            return places.subMap(Ranked.before(value), true, Ranked.after(value), true)
                    .entrySet()
                    .iterator();
        }

        @Override
        public boolean hasNext() {
            Ranked bound = below;
            while (!ofValue.hasNext() && bound != null) {
                Ranked next = places.lowerKey(bound);
                ofValue = next == null ? ofValue : all(next.value());
                bound = next == null ? null : below;
            }
            return ofValue.hasNext();
        }

        @Override
        public Map.Entry<Ranked, Listing> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return ofValue.next();
        }
    }
}
