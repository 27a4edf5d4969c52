// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.query;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.format.ListedSlot;
import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.store.jdbc.connection.Dialect;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import dev.rehydrate.store.jdbc.database.Rank;
import dev.rehydrate.store.jdbc.database.Times;
import dev.rehydrate.store.jdbc.query.ListedRow.Place;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements of one query. */
final class QueryStatements {

    private final SqlFiles files;
    private final InstanceQuery query;
    private final List<Condition> conditions;
    private final Instant now;

    QueryStatements(SqlFiles files, InstanceQuery query, Instant now) {
        this.files = files;
        this.query = query;
        this.conditions = query.conjuncts();
        this.now = now;
    }

    /** Which instances a statement lists, and in which order. */
    enum Kind {
        BY_ID("query"),
        BY_VALUE("query-by-value"),
        BY_MOMENT("query-by-moment"),
        WITHOUT_VALUE("query");

        private final String file;

        Kind(String file) {
            this.file = file;
        }
    }

    /**
     * A statement and the values of its parameters.
     *
     * @param statement the statement
     * @param parameters the values by name
     */
    record Bound(SqlFiles.Statement statement, Map<String, @Nullable Object> parameters) {}

    /** Lists a page. */
    Bound page(Kind kind, @Nullable Place after, int offset, int limit) {
        boolean isDescending = query.descending() && kind != Kind.WITHOUT_VALUE;
        String direction = isDescending ? "descending" : "ascending";
        Set<String> lines = new HashSet<>(Set.of("page", direction));
        Composition page = new Composition(kind == Kind.BY_VALUE ? "o" : null);
        page.fragments.put("limit", String.valueOf(limit));
        if (kind == Kind.WITHOUT_VALUE) {
            addWithout(lines, page);
        }
        if (offset > 0) {
            lines.add("offset");
            page.parameters.put("offset", offset);
        }
        Rank rank = after == null ? null : after.rank();
        if (after != null) {
            lines.add("after_" + direction);
            page.goOnAfter(after);
        }
        addShortValues(lines, rank, isDescending);
        addGroups(lines, after, isDescending && offset == 0);
        addValues(lines, page, direction);
        return page.bound(kind.file, lines);
    }

    private void addWithout(Set<String> lines, Composition page) {
        if (query.sortBy() instanceof Attribute attribute) {
            lines.add("without_moment");
            if (files.dialect() == Dialect.H2) {
                // It follows the index of the moment, which it would sort otherwise, and reads all rows for that.
                page.fragments.put("before_address", "s." + SlotColumns.name(attribute) + ", ");
            }
        } else {
            lines.add("without_value");
        }
    }

    /**
     * The parts for values that are not longer than their rank. They are also needed after a longer value, because it may be gone by
     * now, and the last of its kind. Of those of the same rank, it comes after all, so that they follow only in a descending order.
     */
    private static void addShortValues(Set<String> lines, @Nullable Rank after, boolean isDescending) {
        lines.add("short_values");
        if (after == null) {
            return;
        }
        boolean isShort = after.tail().length == 0;
        if (isShort) {
            lines.add("after_short");
        }
        if (isShort || isDescending) {
            lines.add("same_value");
        }
    }

    /** The parts for a descending order of moments; an offset passes over rows, which has to be done in one order. */
    private static void addGroups(Set<String> lines, @Nullable Place after, boolean byGroups) {
        lines.add(byGroups ? "by_groups" : "in_order");
        if (byGroups && after != null) {
            lines.add("same_moment");
        }
    }

    private void addValues(Set<String> lines, Composition page, String direction) {
        ValueSelection values = query.values();
        if (!values.isAll() && values.names().isEmpty()) {
            lines.add("plain");
            return;
        }
        lines.addAll(List.of("values", "values_" + direction));
        if (!values.isAll()) {
            lines.add("some_values");
            page.fragments.put(
                    "names",
                    ListedSlot.storedNames(values).stream().map(page.added::add).collect(Collectors.joining(", ")));
        }
    }

    /** Counts the instances of all pages. */
    Bound count(boolean withSortedValue) {
        boolean byMoment = query.sortBy() instanceof Attribute;
        String sorted = byMoment ? "with_moment" : "with_value";
        Set<String> lines = withSortedValue ? Set.of("count", sorted) : Set.of("count");
        return new Composition(withSortedValue && !byMoment ? "o" : null).bound("query", lines);
    }

    private @Nullable String sortedName() {
        return query.sortBy() instanceof Subject.Promoted promoted ? promoted.name() : null;
    }

    /** What a statement is made of. */
    private final class Composition {

        private final Map<String, @Nullable Object> parameters = new HashMap<>();
        private final Map<String, String> fragments = new HashMap<>();
        private final QueryParameters added = new QueryParameters();

        /**
         * Begins with the conditions.
         *
         * @param sorted the row of the value that is sorted by, or null if the statement has none
         */
        Composition(@Nullable String sorted) {
            ConditionSql sql =
                    new ConditionSql("s", added).joined(sortedName(), sorted).with(conditions);
            fragments.put("joins", sql.joins());
            fragments.put("conditions", sql.terms());
            fragments.put("before_address", "");
            fragments.put("after_up", sql.ofAddress("> :after"));
            fragments.put("after_down", sql.ofAddress("< :after"));
            parameters.put("now", Times.micros(now));
            String name = sortedName();
            if (name != null) {
                parameters.put("sort_by", SplitSlot.storable(name));
            }
            if (query.sortBy() instanceof Attribute attribute) {
                fragments.put("moment", SlotColumns.name(attribute));
            }
        }

        void goOnAfter(Place after) {
            parameters.put("after", after.address());
            Rank rank = after.rank();
            if (rank != null) {
                parameters.put("after_rank", rank.rank());
                parameters.put("after_tail", rank.tail());
            }
            if (after.moment() != null) {
                parameters.put("after_moment", after.moment());
            }
        }

        Bound bound(String file, Set<String> lines) {
            SqlFiles.Statement statement = files.chosen(file, lines, fragments);
            parameters.putAll(added.values());
            return new Bound(statement, parameters);
        }
    }
}
