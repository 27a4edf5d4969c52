// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Bound;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.hazelcast.directory.Column;
import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.directory.Ranked;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Where instances can be found that meet a query: one place for each condition that each of them has to meet. */
final class Sources {

    private Sources() {}

    /** {@return the places, of which each has all that can be found} */
    static List<Source> of(InstanceQuery query) {
        List<Source> sources = new ArrayList<>();
        sources.add(new All());
        for (Condition condition : query.conjuncts()) {
            Source source = of(condition);
            if (source != null) {
                sources.add(source);
            }
        }
        return sources;
    }

    private static @Nullable Source of(Condition condition) {
        if (condition instanceof Condition.OneOf one) {
            return one.subject() instanceof Attribute attribute
                    ? withAttribute(attribute, one.values())
                    : new WithPromoted(
                            nameOf(one.subject()),
                            one.values().stream().map(Span::of).toList());
        }
        return condition instanceof Condition.Range range && range.subject() instanceof Subject.Promoted promoted
                ? new WithPromoted(promoted.name(), List.of(new Span(valueOf(range.low()), valueOf(range.high()))))
                : null;
    }

    private static String nameOf(Subject subject) {
        return ((Subject.Promoted) subject).name();
    }

    private static @Nullable PromotedValue valueOf(@Nullable Bound bound) {
        return bound == null ? null : bound.value();
    }

    /** Moments are in no order of their own, and instances that are not suspended are in none either. */
    private static @Nullable Source withAttribute(Attribute attribute, List<PromotedValue> values) {
        return switch (attribute) {
            case STATE -> inColumns(Column.Kind.STATE, values, value -> InstanceState.valueOf(value.toString()));
            case DEFINITION -> inColumns(Column.Kind.DEFINITION, values, PromotedValue::value);
            case HOST_TYPE -> inColumns(Column.Kind.HOST_TYPE, values, PromotedValue::value);
            case SUSPENDED ->
                values.equals(List.of(PromotedValue.of(true)))
                        ? inColumns(Column.Kind.SUSPENDED, values, PromotedValue::value)
                        : null;
            case HOLDER ->
                new HeldByOwners(values.stream().map(Sources::ownerOf).toList());
            case CREATED, UPDATED, DUE -> null;
        };
    }

    private static Source inColumns(
            Column.Kind kind, List<PromotedValue> values, Function<PromotedValue, Object> columnOf) {
        return new InColumns(values.stream()
                .map(value -> new Column(kind, columnOf.apply(value)))
                .toList());
    }

    private static OwnerId ownerOf(PromotedValue value) {
        UUID id = UUID.fromString(value.toString());
        return new OwnerId(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /** Tells whether an instance without a promoted value cannot meet a query. */
    static boolean require(InstanceQuery query, String promoted) {
        return query.conjuncts().stream()
                .anyMatch(condition -> of(condition) instanceof WithPromoted with
                        && with.name().equals(promoted));
    }

    /** All instances. */
    record All() implements Source {

        @Override
        public long size(PartitionDirectory directory, long bound) {
            return Source.listing(directory).all().size();
        }

        @Override
        public boolean isSorted() {
            return true;
        }

        @Override
        public List<Iterator<UUID>> keys(PartitionDirectory directory, @Nullable UUID after, boolean descending) {
            return List.of(Source.from(Source.listing(directory).all(), after, descending));
        }

        @Override
        public void each(PartitionDirectory directory, Visitor visitor) {
            Source.listing(directory).all().forEach(key -> visitor.visit(key, record -> true));
        }

        @Override
        public boolean isOf(InstanceRecord record) {
            return true;
        }

        @Override
        public void remove(PartitionDirectory directory, UUID key) {
            Listing listing = directory.listing();
            if (listing != null) {
                listing.remove(key);
            }
        }
    }

    /**
     * Instances with one of some values in their header.
     *
     * @param columns the values, of which an instance has one
     */
    record InColumns(List<Column> columns) implements Source {

        @Override
        public long size(PartitionDirectory directory, long bound) {
            Listing listing = Source.listing(directory);
            return columns.stream()
                    .mapToLong(column -> listing.with(column).size())
                    .sum();
        }

        @Override
        public boolean isSorted() {
            return true;
        }

        @Override
        public List<Iterator<UUID>> keys(PartitionDirectory directory, @Nullable UUID after, boolean descending) {
            Listing listing = Source.listing(directory);
            return columns.stream()
                    .map(column -> Source.from(listing.with(column), after, descending))
                    .toList();
        }

        @Override
        public void each(PartitionDirectory directory, Visitor visitor) {
            Listing listing = Source.listing(directory);
            columns.forEach(column -> {
                Predicate<InstanceRecord> place = record -> column.isOf(record.header());
                listing.with(column).forEach(key -> visitor.visit(key, place));
            });
        }

        @Override
        public boolean isOf(InstanceRecord record) {
            return columns.stream().anyMatch(column -> column.isOf(record.header()));
        }

        @Override
        public void remove(PartitionDirectory directory, UUID key) {
            Listing listing = directory.listing();
            if (listing != null) {
                columns.forEach(column -> listing.remove(column, key));
            }
        }
    }

    /**
     * What some owners hold.
     *
     * @param owners the owners
     */
    record HeldByOwners(List<OwnerId> owners) implements Source {

        @Override
        public long size(PartitionDirectory directory, long bound) {
            return owners.stream()
                    .mapToLong(owner -> directory.held().of(owner).size())
                    .sum();
        }

        @Override
        public boolean isSorted() {
            return false;
        }

        @Override
        public List<Iterator<UUID>> keys(PartitionDirectory directory, @Nullable UUID after, boolean descending) {
            return owners.stream()
                    .map(owner -> directory.held().of(owner).iterator())
                    .toList();
        }

        @Override
        public void each(PartitionDirectory directory, Visitor visitor) {
            owners.forEach(owner -> {
                Predicate<InstanceRecord> place =
                        record -> owner.equals(record.header().holder());
                directory.held().of(owner).forEach(key -> visitor.visit(key, place));
            });
        }

        @Override
        public boolean isOf(InstanceRecord record) {
            OwnerId holder = record.header().holder();
            return holder != null && owners.contains(holder);
        }

        @Override
        public void remove(PartitionDirectory directory, UUID key) {
            owners.forEach(owner -> directory.held().remove(owner, key));
        }
    }

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

        boolean has(@Nullable PromotedValue value) {
            return value != null
                    && (lowest == null || lowest.compareTo(value) <= 0)
                    && (highest == null || highest.compareTo(value) >= 0);
        }

        NavigableSet<Ranked> of(NavigableSet<Ranked> places) {
            if (lowest != null && highest != null && lowest.compareTo(highest) > 0) {
                return Collections.emptyNavigableSet();
            }
            NavigableSet<Ranked> above = lowest == null ? places : places.tailSet(Ranked.before(lowest), true);
            return highest == null ? above : above.headSet(Ranked.after(highest), true);
        }
    }

    /**
     * Instances whose promoted value is in one of some spans; in the order of ids if each span is one value.
     *
     * @param name the name of the value
     * @param spans the spans, of which no two have a value in common
     */
    record WithPromoted(String name, List<Span> spans) implements Source {

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
            return span.of(Source.listing(directory).with(name));
        }

        @Override
        public void each(PartitionDirectory directory, Visitor visitor) {
            spans.forEach(span -> places(directory, span)
                    .forEach(place ->
                            visitor.visit(place.key(), record -> place.value().equals(Promoted.of(record, name)))));
        }

        @Override
        public boolean isOf(InstanceRecord record) {
            PromotedValue value = Promoted.of(record, name);
            return spans.stream().anyMatch(span -> span.has(value));
        }

        @Override
        public void remove(PartitionDirectory directory, UUID key) {
            Listing listing = directory.listing();
            if (listing != null) {
                spans.forEach(span -> places(directory, span).stream()
                        .filter(place -> place.key().equals(key))
                        .toList()
                        .forEach(place -> listing.remove(name, place)));
            }
        }
    }
}
