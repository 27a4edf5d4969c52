// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.QueryEvaluation;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.directory.Ranked;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Instances whose value is in one of some spans; in the order of ids if each span is one value.
 *
 * @param subject the value
 * @param spans the spans, of which no two have a value in common
 */
record WithValue(Subject subject, List<Span> spans) implements Source {

    @Override
    public long size(PartitionDirectory directory, long bound) {
        long size = 0;
        for (Span span : spans) {
            Iterator<Ranked> each = places(directory, span).iterator();
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
    public List<Iterator<UUID>> keys(PartitionDirectory directory, @Nullable UUID after, boolean descending) {
        return spans.stream()
                .map(span -> keys(places(directory, span), isSorted() ? after : null, span.lowest(), descending))
                .toList();
    }

    private static Iterator<UUID> keys(
            NavigableSet<Ranked> places, @Nullable UUID after, @Nullable PromotedValue value, boolean descending) {
        NavigableSet<Ranked> inOrder = descending ? places.descendingSet() : places;
        Iterator<Ranked> rest = (after == null || value == null
                        ? inOrder
                        : inOrder.tailSet(new Ranked(value, after), false))
                .iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rest.hasNext();
            }

            @Override
            public UUID next() {
                return rest.next().key();
            }
        };
    }

    private NavigableSet<Ranked> places(PartitionDirectory directory, Span span) {
        return span.of(Source.listing(directory).with(subject));
    }

    @Override
    public void each(PartitionDirectory directory, Visitor visitor) {
        spans.forEach(span -> places(directory, span)
                .forEach(place -> visitor.visit(
                        place.key(), record -> place.value().equals(QueryEvaluation.valueOf(record, subject)))));
    }

    @Override
    public boolean isOf(InstanceRecord record) {
        PromotedValue value = QueryEvaluation.valueOf(record, subject);
        return spans.stream().anyMatch(span -> span.has(value));
    }

    @Override
    public void remove(PartitionDirectory directory, UUID key) {
        Listing listing = directory.listing();
        if (listing != null) {
            spans.forEach(span -> places(directory, span).stream()
                    .filter(place -> place.key().equals(key))
                    .toList()
                    .forEach(place -> listing.remove(subject, place)));
        }
    }
}
