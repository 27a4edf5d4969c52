// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.format.ListedSlot;
import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.QueryEvaluation;
import dev.rehydrate.slot.RecordPage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers one query in SQL. */
public final class InstanceQueries {

    private static final String WITH_VALUE = "with_value";

    private final Database database;
    private final InstanceQuery query;
    private final List<Condition> conditions;
    private final QueryEvaluation evaluation;
    private final Map<String, @Nullable Object> place = new HashMap<>();

    /**
     * Prepares a query.
     *
     * @param database where to look
     * @param query which instances
     * @param now the present
     */
    public InstanceQueries(Database database, InstanceQuery query, Instant now) {
        this.database = database;
        this.query = query;
        this.conditions = query.conjuncts();
        this.evaluation = new QueryEvaluation(query, now);
        place.put("now", Times.micros(now));
        if (query.sortBy() != null) {
            place.put("sort_by", SplitSlot.storable(query.sortBy()));
        }
        Position after = query.after();
        if (after != null) {
            place.put("after", new UUID(after.id().high(), after.id().low()));
            PromotedValue value = after.value();
            if (value != null) {
                place.put("after_rank", Rank.of(value).rank());
                place.put("after_tail", Rank.of(value).tail());
            }
        }
    }

    /** A row of an instance, with those values that follow it. */
    private static final class Row {
        private byte @Nullable [] head;
        private final Map<String, EncodedValue> values = new HashMap<>();

        void take(ResultSet found) throws SQLException {
            String name = found.getString(2);
            if (name != null) {
                values.put(name, EncodedValue.fromBytes(found.getBytes(3)));
            }
            byte[] bytes = found.getBytes(4);
            head = bytes == null ? head : bytes;
        }

        @Nullable
        InstanceRecord record(ValueSelection selection) {
            try {
                InstanceRecord record = ListedSlot.read(Objects.requireNonNull(head), values::get)
                        .instance();
                return record == null ? null : record.listed(selection);
            } catch (WireFormatException unusable) {
                return null;
            }
        }
    }

    /**
     * Answers the query.
     *
     * @return the page that was asked for
     */
    public RecordPage page() {
        return database.call(Effect.NONE, session -> {
            List<InstanceRecord> records = query.limit() == 0 ? List.of() : records(session);
            boolean isAll = query.after() == null && query.offset() == 0 && records.size() < query.limit();
            return new RecordPage(records, total(session, isAll ? records.size() : -1));
        });
    }

    private long total(Session session, long known) throws SQLException {
        if (!query.counted()) {
            return InstancePage.NOT_COUNTED;
        }
        return known >= 0 ? known : count(session);
    }

    private List<InstanceRecord> records(Session session) throws SQLException {
        if (query.sortBy() != null) {
            return sorted(session);
        }
        return query.descending()
                ? rows(session, query.offset(), query.limit(), "descending", "after_id_down")
                : rows(session, query.offset(), query.limit(), "ascending", "after_id_up");
    }

    /** Instances with the value come in the order of the index; those without are only looked for if there is room. */
    private List<InstanceRecord> sorted(Session session) throws SQLException {
        Position after = query.after();
        boolean amongMissing = after != null && after.value() == null;
        List<InstanceRecord> records = new ArrayList<>();
        if (!amongMissing) {
            String[] lines = query.descending()
                    ? new String[] {WITH_VALUE, "descending_value", "after_value_down"}
                    : new String[] {WITH_VALUE, "ascending_value", "after_value_up"};
            records.addAll(rows(session, query.offset(), query.limit(), lines));
        }
        int missing = query.limit() - records.size();
        if (missing > 0 && !requiresSortedValue()) {
            int withValue = records.isEmpty() && query.offset() > 0
                    ? (int) count(session, WITH_VALUE)
                    : query.offset() + records.size();
            int offset = Math.max(0, query.offset() - withValue);
            records.addAll(
                    rows(session, offset, missing, "without_value", "ascending", amongMissing ? "after_id_up" : ""));
        }
        return records;
    }

    /** Whether a condition leaves out the instances that do not have the value by which the query sorts. */
    private boolean requiresSortedValue() {
        return conditions.stream()
                .anyMatch(each -> Objects.equals(query.sortBy(), ConditionSql.name(each))
                        && !(each instanceof Condition.Present));
    }

    private List<InstanceRecord> rows(Session session, int offset, int limit, String... lines) throws SQLException {
        Set<String> chosen = Stream.of(lines)
                .filter(line -> query.after() != null || !line.startsWith("after_"))
                .collect(Collectors.toCollection(HashSet::new));
        chosen.add("page");
        Composed page = composed(chosen);
        page.parameters.put("offset", offset);
        page.parameters.put("limit", limit);
        Map<UUID, Row> rows = new HashMap<>();
        session.rows(page.statement, page.parameters, found -> {
            Row row = rows.computeIfAbsent(found.getObject(1, UUID.class), at -> new Row());
            row.take(found);
            return row;
        });
        return rows.values().stream()
                .map(row -> row.record(query.values()))
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(evaluation::position, evaluation.order()))
                .toList();
    }

    private long count(Session session, String... lines) throws SQLException {
        Set<String> chosen = new HashSet<>(Set.of(lines));
        chosen.add("count");
        Composed count = composed(chosen);
        return session.rows(count.statement, count.parameters, row -> row.getLong(1))
                .get(0);
    }

    /**
     * A statement and the values of its parameters.
     *
     * @param statement the statement
     * @param parameters the values by name
     */
    private record Composed(SqlFiles.Statement statement, Map<String, @Nullable Object> parameters) {}

    private Composed composed(Set<String> lines) {
        QueryParameters parameters = new QueryParameters();
        ConditionSql sql = new ConditionSql("s", parameters)
                .joined(lines.contains(WITH_VALUE) ? query.sortBy() : null, "o")
                .with(conditions);
        Map<String, String> fragments = new HashMap<>(Map.of("joins", sql.joins(), "conditions", sql.terms()));
        ValueSelection values = query.values();
        if (lines.contains("page")) {
            boolean none = !values.isAll() && values.names().isEmpty();
            lines.add(none ? "plain" : "values");
            if (!none && !values.isAll()) {
                lines.add("some_values");
                fragments.put(
                        "names",
                        ListedSlot.storedNames(values).stream()
                                .map(parameters::add)
                                .collect(Collectors.joining(", ")));
            }
        }
        SqlFiles.Statement statement = database.files().chosen("query", lines, fragments);
        Map<String, @Nullable Object> all = new HashMap<>(place);
        all.putAll(parameters.values());
        return new Composed(statement, all);
    }
}
