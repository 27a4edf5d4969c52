// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.OrderedColumn;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueSelection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which instances to list. All conditions must hold; those that are not given hold for every instance. What can be compared is in
 * {@code Columns}.
 *
 * @param states the states to list; never empty
 * @param hostType the host type, or null for all
 * @param definitionName the name of the definition, or null for all
 * @param suspended whether suspended, or null for both
 * @param holder the owner that holds them, or null for all
 * @param promoted conditions on promoted values
 * @param sortBy the promoted value or the moment of the header to sort by, or null for the order of ids; instances without it come
 *     last
 * @param descending whether the largest comes first
 * @param offset how many to pass over
 * @param limit how many to list at most, up to {@value #MAX_LIMIT}; 0 only to count
 * @param after the last instance of the page before, or null for the first page. Unlike {@code offset}, it costs no more for late
 *     pages, and no instance is left out or listed twice because others come and go.
 * @param counted whether to count all instances that meet the conditions, which costs a look at each of them
 * @param conditions further conditions
 * @param values which values to list of each instance, beside its header and its promoted values
 */
public record InstanceQuery(
        Set<InstanceState> states,
        @Nullable String hostType,
        @Nullable String definitionName,
        @Nullable Boolean suspended,
        @Nullable OwnerId holder,
        List<PromotedCondition> promoted,
        @Nullable Subject sortBy,
        boolean descending,
        int offset,
        int limit,
        @Nullable Position after,
        boolean counted,
        List<Condition> conditions,
        ValueSelection values) {

    /**
     * The place of an instance in the order of a query.
     *
     * @param id the instance
     * @param value the value by which the query sorts, or null if the instance has none or the query sorts by id
     */
    public record Position(InstanceId id, @Nullable PromotedValue value) {
        /** Checks that nothing is missing. */
        public Position {
            Objects.requireNonNull(id, "id");
        }
    }

    /** The largest page. */
    public static final int MAX_LIMIT = 1000;

    /**
     * Copies the collections.
     *
     * @throws IllegalArgumentException if no state is given, offset or limit is out of range, there are a place to go on from and an
     *     offset too, or its value is of another kind than that by which the query sorts, the query sorts by what has no order, or
     *     all conditions together compare with too many values, or with a text that is too long
     */
    public InstanceQuery {
        states = Set.copyOf(states);
        promoted = List.copyOf(promoted);
        conditions = List.copyOf(conditions);
        Objects.requireNonNull(values, "values");
        if (states.isEmpty() || offset < 0 || limit < (counted ? 0 : 1) || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("not a query: states=" + states + " offset=" + offset + " limit=" + limit
                    + " of 1 to " + MAX_LIMIT + ", or 0 if it is counted; counted=" + counted);
        }
        if (sortBy != null && !sortBy.isOrdered()) {
            throw new IllegalArgumentException(
                    "sort by a promoted value, or by CREATED, UPDATED or DUE; there is no order of " + sortBy);
        }
        if (after != null) {
            after = place(after, sortBy, offset);
        }
        QueryTerms.requireComparable(hostType, definitionName, conditions);
    }

    private static Position place(Position after, @Nullable Subject sortBy, int offset) {
        if (offset != 0 || (sortBy == null && after.value() != null)) {
            throw new IllegalArgumentException(
                    "a page after " + after.id() + " of this query has no offset, and a value only if"
                            + " the query sorts by one: offset=" + offset + " sortBy=" + sortBy);
        }
        PromotedValue value = after.value();
        return sortBy == null || value == null ? after : new Position(after.id(), sortBy.comparable(value));
    }

    /**
     * What every instance that is listed meets: each condition of this query as one of a flat list that is joined by AND. An engine
     * chooses an index by one of them, a {@link Condition.OneOf} or {@link Condition.Range} for example, and checks the others.
     *
     * @return the conditions, none of which is a {@link Condition.All}; empty if every instance is listed
     */
    public List<Condition> conjuncts() {
        List<Condition> all = new ArrayList<>();
        if (states.size() < InstanceState.values().length) {
            all.add(Columns.STATE.in(states));
        }
        if (hostType != null) {
            all.add(Columns.HOST_TYPE.equalTo(hostType));
        }
        if (definitionName != null) {
            all.add(Columns.DEFINITION.equalTo(definitionName));
        }
        if (suspended != null) {
            all.add(Columns.SUSPENDED.equalTo(suspended));
        }
        if (holder != null) {
            all.add(Columns.HOLDER.equalTo(holder));
        }
        promoted.forEach(each -> all.add(each.asCondition()));
        for (Condition each : conditions) {
            all.addAll(each instanceof Condition.All and ? and.conditions() : List.of(each));
        }
        return List.copyOf(all);
    }

    /** {@return the query that counts what this one lists on all pages, and lists nothing} */
    public InstanceQuery countOnly() {
        return paged(null, 0, true);
    }

    /** {@return the query that lists one instance that this one lists, whichever is found first, and counts nothing} */
    public InstanceQuery anyOnly() {
        return paged(null, 1, false);
    }

    /** This query from a place on, or if there is none, unsorted and without values. */
    private InstanceQuery paged(@Nullable Position from, int size, boolean isCounted) {
        return new InstanceQuery(
                states,
                hostType,
                definitionName,
                suspended,
                holder,
                promoted,
                from == null ? null : sortBy,
                from != null && descending,
                0,
                size,
                from,
                isCounted,
                conditions,
                from == null ? ValueSelection.none() : values);
    }

    /**
     * The query for the page that follows.
     *
     * @param page a page that this query has found
     * @return the same query from there on, or empty if the page is not full, so that nothing follows
     */
    public Optional<InstanceQuery> following(InstancePage page) {
        if (limit == 0 || page.entries().size() < limit) {
            return Optional.empty();
        }
        InstancePage.Entry last = page.entries().get(page.entries().size() - 1);
        PromotedValue value = sortBy == null ? null : sortBy.in(last.header(), last.promoted());
        return Optional.of(paged(new Position(last.header().id(), value), limit, counted));
    }

    /** {@return a builder for a query that lists the first 50 instances in every state} */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects conditions. Not safe for use by many threads. */
    public static final class Builder {
        private Set<InstanceState> states = EnumSet.allOf(InstanceState.class);
        private @Nullable String hostType;
        private @Nullable String definitionName;
        private @Nullable Boolean suspended;
        private @Nullable OwnerId holder;
        private final List<PromotedCondition> promoted = new ArrayList<>();
        private @Nullable Subject sortBy;
        private boolean descending;
        private int offset;
        private int limit = 50;
        private @Nullable Position after;
        private boolean counted = true;
        private final List<Condition> conditions = new ArrayList<>();
        private ValueSelection values = ValueSelection.none();

        private Builder() {}

        /**
         * Lists these states only.
         *
         * @param first a state
         * @param more further states
         * @return this
         */
        public Builder in(InstanceState first, InstanceState... more) {
            states = EnumSet.of(first, more);
            return this;
        }

        /**
         * Lists one host type only.
         *
         * @param type the host type
         * @return this
         */
        public Builder ofHostType(String type) {
            hostType = Objects.requireNonNull(type, "type");
            return this;
        }

        /**
         * Lists one definition only, in all its versions.
         *
         * @param name the name of the definition
         * @return this
         */
        public Builder ofDefinition(String name) {
            definitionName = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Lists only those that are suspended, or only those that are not.
         *
         * @param yes which of both
         * @return this
         */
        public Builder suspended(boolean yes) {
            suspended = yes;
            return this;
        }

        /**
         * Lists only what an owner holds.
         *
         * @param owner the owner
         * @return this
         */
        public Builder heldBy(OwnerId owner) {
            holder = Objects.requireNonNull(owner, "owner");
            return this;
        }

        /**
         * Adds a condition on a promoted value.
         *
         * @param condition the condition
         * @return this
         */
        public Builder where(PromotedCondition condition) {
            promoted.add(condition);
            return this;
        }

        /**
         * Adds a condition, which must be met beside all others.
         *
         * @param condition the condition, made by {@code Columns}
         * @return this
         */
        public Builder where(Condition condition) {
            conditions.add(Objects.requireNonNull(condition, "condition"));
            return this;
        }

        /**
         * Lists values of each instance of the page, so that they need not be loaded one by one. Without this a page has headers and
         * promoted values. Write-only values are never listed.
         *
         * @param names the names of values of the data bag and of the metadata bag
         * @return this
         */
        public Builder withValues(String... names) {
            values = ValueSelection.of(names);
            return this;
        }

        /**
         * Lists all values of each instance of the page.
         *
         * @return this
         */
        public Builder withAllValues() {
            values = ValueSelection.all();
            return this;
        }

        /**
         * Sorts by a promoted value.
         *
         * @param name its name, not blank
         * @param largestFirst whether the largest comes first
         * @return this
         * @throws IllegalArgumentException if the name is blank
         */
        public Builder sortBy(String name, boolean largestFirst) {
            sortBy = new Subject.Promoted(name);
            descending = largestFirst;
            return this;
        }

        /**
         * Sorts by a column that has an order: {@code CREATED}, {@code UPDATED} and {@code DUE} of {@code Columns}, or a promoted value.
         * Instances without a value come last. The order of {@code UPDATED} changes with each save, so that no index keeps it: all
         * that meet the conditions are read and sorted.
         *
         * @param column the column
         * @param largestFirst whether the largest, or latest, comes first
         * @return this
         */
        public Builder sortBy(OrderedColumn<?> column, boolean largestFirst) {
            sortBy = column.subject();
            descending = largestFirst;
            return this;
        }

        /**
         * Chooses the page.
         *
         * @param first how many to pass over
         * @param size how many to list at most; 0 only to count
         * @return this
         */
        public Builder page(int first, int size) {
            offset = first;
            limit = size;
            return this;
        }

        /**
         * Lists what follows an instance that was listed before, in the same order; see {@link InstanceQuery#following}.
         *
         * @param last the place of that instance
         * @return this
         */
        public Builder after(Position last) {
            after = Objects.requireNonNull(last, "last");
            return this;
        }

        /**
         * Does not count the instances on all pages, so that a page costs no more in a large store than in a small one.
         *
         * @return this
         */
        public Builder uncounted() {
            counted = false;
            return this;
        }

        /**
         * Makes the query.
         *
         * @return the query
         * @throws IllegalArgumentException if the page is out of range, or follows an instance and has an offset too, or the conditions
         *     together compare with too many values
         */
        public InstanceQuery build() {
            return new InstanceQuery(
                    states,
                    hostType,
                    definitionName,
                    suspended,
                    holder,
                    promoted,
                    sortBy,
                    descending,
                    offset,
                    limit,
                    after,
                    counted,
                    conditions,
                    values);
        }
    }
}
