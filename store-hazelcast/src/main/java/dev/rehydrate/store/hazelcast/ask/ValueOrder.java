// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.store.hazelcast.directory.Ranked;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
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

    static Iterator<Ranked> from(NavigableSet<Ranked> places, @Nullable Ranked after, boolean descending) {
        return descending
                ? new Downwards(places, after)
                : (after == null ? places : places.tailSet(after, false)).iterator();
    }

    /** One value after the other downwards, and the instances of each upwards. */
    private static final class Downwards implements Iterator<Ranked> {

        private final NavigableSet<Ranked> places;
        private Iterator<Ranked> ofValue;
        private @Nullable Ranked below;

        Downwards(NavigableSet<Ranked> places, @Nullable Ranked after) {
            this.places = places;
            if (after == null) {
                Ranked highest = places.isEmpty() ? null : places.last();
                this.ofValue = highest == null ? none() : all(highest.value());
            } else {
                this.ofValue = places.subSet(after, false, Ranked.after(after.value()), true)
                        .iterator();
                this.below = Ranked.before(after.value());
            }
        }

        private static Iterator<Ranked> none() {
            return Collections.emptyIterator();
        }

        private Iterator<Ranked> all(PromotedValue value) {
            below = Ranked.before(value);
            return places.subSet(Ranked.before(value), true, Ranked.after(value), true)
                    .iterator();
        }

        @Override
        public boolean hasNext() {
            Ranked bound = below;
            while (!ofValue.hasNext() && bound != null) {
                Ranked next = places.lower(bound);
                ofValue = next == null ? ofValue : all(next.value());
                bound = next == null ? null : below;
            }
            return ofValue.hasNext();
        }

        @Override
        public Ranked next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return ofValue.next();
        }
    }
}
