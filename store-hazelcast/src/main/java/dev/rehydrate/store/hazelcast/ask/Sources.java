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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
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

    /**
     * Tells whether a query may look at every instance for a page: it has a condition without a place, an order that is not kept, or a total of
     * what many have in common.
     */
    static boolean mayBeAll(InstanceQuery query) {
        if (query.sortBy() != null && !Listing.keeps(query.sortBy())) {
            return true;
        }
        return query.conjuncts().stream().anyMatch(condition -> of(condition) == null)
                || (query.counted() && of(query).stream().allMatch(Sources::isOfMany));
    }

    private static boolean isOfMany(Source source) {
        return source instanceof All || source instanceof InColumns;
    }

    private static @Nullable Source of(Condition condition) {
        if (condition instanceof Condition.OneOf one) {
            return one.subject() instanceof Attribute attribute
                    ? withAttribute(attribute, one.values())
                    : withValues(one.subject(), one.values());
        }
        if (condition instanceof Condition.Any any) {
            List<Source> branches = any.conditions().stream()
                    .flatMap(branch -> Stream.ofNullable(of(branch)))
                    .toList();
            return branches.size() == any.conditions().size() ? new Union(branches) : null;
        }
        if (condition instanceof Condition.All all) {
            return all.conditions().stream()
                    .flatMap(each -> Stream.ofNullable(of(each)))
                    .min(Comparator.comparing(Sources::wideness))
                    .orElse(null);
        }
        return condition instanceof Condition.Range range && Listing.keeps(range.subject())
                ? new WithValue(range.subject(), List.of(new Span(valueOf(range.low()), valueOf(range.high()))))
                : null;
    }

    /** Of the places of an AND within an OR, the one that is likely to be the smallest: single values, then columns, then ranges. */
    private static int wideness(Source source) {
        if (source instanceof InColumns) {
            return 1;
        }
        return source.isSorted() ? 0 : 2;
    }

    private static Source withValues(Subject subject, List<PromotedValue> values) {
        return new WithValue(subject, values.stream().map(Span::of).toList());
    }

    private static @Nullable PromotedValue valueOf(@Nullable Bound bound) {
        return bound == null ? null : bound.value();
    }

    /** What was last changed when is in no order, and instances that are not suspended are in none either. */
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
            case CREATED, DUE -> withValues(attribute, values);
            case UPDATED -> null;
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

    /** Tells whether an instance without a value cannot meet a query. */
    static boolean require(InstanceQuery query, Subject subject) {
        return query.conjuncts().stream()
                .anyMatch(condition -> of(condition) instanceof WithValue with
                        && with.subject().equals(subject));
    }

    /** All instances. */
    record All() implements Source, Membership {

        @Override
        public boolean knowsItsSize() {
            return true;
        }

        @Override
        public long size(ListedParts parts, long bound) {
            return parts.orders().all().size();
        }

        @Override
        public boolean isSorted() {
            return true;
        }

        @Override
        public List<Iterator<Place>> keys(ListedParts parts, @Nullable UUID after, boolean descending) {
            return List.of(Source.from(parts, parts.orders().all(), after, descending, this));
        }

        @Override
        public void each(ListedParts parts, Consumer<Place> visitor) {
            keys(parts, null, false).forEach(keys -> keys.forEachRemaining(visitor));
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

        private record InColumn(Column column) implements Membership {

            @Override
            public boolean isOf(InstanceRecord record) {
                return column.isOf(record.header());
            }

            @Override
            public void remove(PartitionDirectory directory, UUID key) {
                Listing listing = directory.listing();
                if (listing != null) {
                    listing.remove(column, key);
                }
            }
        }

        @Override
        public boolean knowsItsSize() {
            return true;
        }

        @Override
        public long size(ListedParts parts, long bound) {
            return columns.stream()
                    .mapToLong(column -> parts.orders().with(column).size())
                    .sum();
        }

        @Override
        public boolean isSorted() {
            return true;
        }

        @Override
        public List<Iterator<Place>> keys(ListedParts parts, @Nullable UUID after, boolean descending) {
            return columns.stream()
                    .map(column ->
                            Source.from(parts, parts.orders().with(column), after, descending, new InColumn(column)))
                    .toList();
        }

        @Override
        public void each(ListedParts parts, Consumer<Place> visitor) {
            keys(parts, null, false).forEach(keys -> keys.forEachRemaining(visitor));
        }
    }

    /**
     * What some owners hold.
     *
     * @param owners the owners
     */
    record HeldByOwners(List<OwnerId> owners) implements Source {

        private record HeldByOwner(OwnerId owner) implements Membership {

            @Override
            public boolean isOf(InstanceRecord record) {
                return owner.equals(record.header().holder());
            }

            @Override
            public void remove(PartitionDirectory directory, UUID key) {
                directory.held().remove(owner, key);
            }
        }

        @Override
        public boolean knowsItsSize() {
            return true;
        }

        @Override
        public long size(ListedParts parts, long bound) {
            return parts.parts().stream()
                    .mapToLong(part -> owners.stream()
                            .mapToLong(owner -> part.known().held().of(owner).size())
                            .sum())
                    .sum();
        }

        @Override
        public boolean isSorted() {
            return false;
        }

        @Override
        public List<Iterator<Place>> keys(ListedParts parts, @Nullable UUID after, boolean descending) {
            throw new IllegalStateException("what owners hold is in no order");
        }

        @Override
        public void each(ListedParts parts, Consumer<Place> visitor) {
            for (Share.Part part : parts.parts()) {
                for (OwnerId owner : owners) {
                    Membership membership = new HeldByOwner(owner);
                    part.known().held().of(owner).forEach(key -> visitor.accept(new Place(part, key, membership)));
                }
            }
        }
    }
}
