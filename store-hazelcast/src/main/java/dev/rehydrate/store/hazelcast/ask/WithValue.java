// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.scan.QueryEvaluation;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.directory.Ranked;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Instances whose value is in one of some spans; in the order of ids if each span is one value.
 *
 * @param subject the value
 * @param spans the spans, of which no two have a value in common
 */
record WithValue(Subject subject, List<Span> spans) implements Source {

    /**
     * One value of one instance.
     *
     * @param subject the value
     * @param ranked its place
     */
    record AtValue(Subject subject, Ranked ranked) implements Membership {

        @Override
        public boolean isOf(InstanceRecord record) {
            return ranked.value().equals(QueryEvaluation.valueOf(record, subject));
        }

        @Override
        public void remove(PartitionDirectory directory, UUID key) {
            Listing listing = directory.listing();
            if (listing != null) {
                listing.remove(subject, ranked);
            }
        }
    }

    @Override
    public long size(ListedParts parts, long bound) {
        long size = 0;
        for (Span span : spans) {
            Iterator<Ranked> each = places(parts, span).keySet().iterator();
            for (; size < bound && each.hasNext(); each.next()) {
                size++;
            }
        }
        return size;
    }

    @Override
    public boolean isSorted() {
        return spans.stream().allMatch(Span::isOne);
    }

    @Override
    public List<Iterator<Place>> keys(ListedParts parts, @Nullable UUID after, boolean descending) {
        return spans.stream()
                .map(span -> {
                    NavigableMap<Ranked, Listing> places = places(parts, span);
                    NavigableMap<Ranked, Listing> inOrder = descending ? places.descendingMap() : places;
                    return here(parts, after == null ? inOrder : inOrder.tailMap(span.placeOf(after), false));
                })
                .toList();
    }

    private NavigableMap<Ranked, Listing> places(ListedParts parts, Span span) {
        return span.of(parts.orders().with(subject));
    }

    private Iterator<Place> here(ListedParts parts, NavigableMap<Ranked, Listing> places) {
        return parts.here(
                places.entrySet().iterator(),
                (part, ranked) -> new Place(part, ranked.key(), new AtValue(subject, ranked)));
    }

    @Override
    public void each(ListedParts parts, Consumer<Place> visitor) {
        spans.forEach(span -> here(parts, places(parts, span)).forEachRemaining(visitor));
    }
}
