// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.query;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.store.jdbc.database.Rank;
import dev.rehydrate.store.jdbc.query.ListedRow.Place;
import dev.rehydrate.store.jdbc.query.QueryStatements.Kind;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers one query in SQL. */
public final class InstanceQueries {

    /** A page of thousands of unreadable rows has a short sentence all the same. */
    private static final int MOST_NAMED = 3;

    private final Database database;
    private final InstanceQuery query;
    private final QueryStatements statements;
    /** Of the page; a search that is repeated begins anew. */
    private final List<InstanceId> unreadable = new ArrayList<>();

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
        this.statements = new QueryStatements(database.files(), query, now);
    }

    /**
     * Answers the query.
     *
     * @return the page that was asked for
     */
    public RecordPage page() {
        return database.search(Session.SILENCE_OF_QUERY, session -> {
            unreadable.clear();
            List<InstanceRecord> records = query.limit() == 0 ? List.of() : records(session);
            boolean isAll = query.after() == null && query.offset() == 0 && records.size() < query.limit();
            return new RecordPage(records, total(session, isAll ? records.size() + unreadable.size() : -1), gap());
        });
    }

    private @Nullable String gap() {
        if (unreadable.isEmpty()) {
            return null;
        }
        String named =
                unreadable.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        int others = unreadable.size() - MOST_NAMED;
        return "not listed, because of rows that cannot be read: " + named
                + (others > 0 ? " and " + others + " others" : "") + "; a load says why";
    }

    private long total(Session session, long known) throws SQLException {
        if (!query.counted()) {
            return InstancePage.NOT_COUNTED;
        }
        return known >= 0 ? known : count(session, false);
    }

    private List<InstanceRecord> records(Session session) throws SQLException {
        Position after = query.after();
        Place from = after == null ? null : Place.of(after, query.sortBy() instanceof Attribute);
        if (query.sortBy() != null) {
            return sorted(session, from);
        }
        return listed(session, Kind.BY_ID, from, query.offset(), query.limit(), Set.of());
    }

    /** Instances with the value come in its order; those without are only looked for if there is room. */
    private List<InstanceRecord> sorted(Session session, @Nullable Place after) throws SQLException {
        boolean amongMissing = after != null && after.isAmongMissing();
        List<InstanceRecord> records = new ArrayList<>();
        if (!amongMissing) {
            Kind kind = query.sortBy() instanceof Attribute ? Kind.BY_MOMENT : Kind.BY_VALUE;
            records.addAll(listed(session, kind, after, query.offset(), query.limit(), Set.of()));
        }
        int missing = query.limit() - records.size();
        if (missing > 0 && !requiresSortedValue()) {
            int withValue = records.isEmpty() && query.offset() > 0
                    ? (int) count(session, true)
                    : query.offset() + records.size();
            int offset = Math.max(0, query.offset() - withValue);
            // Between the two statements an instance of the first can lose its value.
            Set<InstanceId> before = records.stream().map(InstanceRecord::id).collect(Collectors.toSet());
            records.addAll(listed(session, Kind.WITHOUT_VALUE, amongMissing ? after : null, offset, missing, before));
        }
        return records;
    }

    /** Whether a condition leaves out the instances that do not have the value by which the query sorts. */
    private boolean requiresSortedValue() {
        return (query.sortBy() instanceof Attribute attribute && attribute.isAlwaysThere())
                || query.conjuncts().stream()
                        .anyMatch(each -> Objects.equals(query.sortBy(), ConditionSql.subject(each))
                                && !(each instanceof Condition.Present));
    }

    /**
     * Lists instances in their order. One that cannot be read is passed over, and the list goes on behind it: a list that is shorter
     * than its limit is the last one.
     */
    private List<InstanceRecord> listed(
            Session session, Kind kind, @Nullable Place after, int offset, int limit, Set<InstanceId> before)
            throws SQLException {
        List<InstanceRecord> records = new ArrayList<>();
        Place from = after;
        int passedOver = offset;
        int asked;
        List<ListedRow> rows;
        do {
            asked = limit - records.size();
            rows = rows(session, kind, statements.page(kind, from, passedOver, asked));
            for (ListedRow row : rows) {
                InstanceRecord record = row.record(query.values());
                if (record == null) {
                    unreadable.add(InstanceId.of(row.place().address()));
                } else if (!before.contains(record.id())) {
                    records.add(record);
                }
                from = row.place();
            }
            passedOver = 0;
        } while (rows.size() == asked && records.size() < limit);
        return records;
    }

    private static List<ListedRow> rows(Session session, Kind kind, QueryStatements.Bound page) throws SQLException {
        Map<UUID, ListedRow> rows = new LinkedHashMap<>();
        session.rows(page.statement(), page.parameters(), found -> {
            UUID address = found.getObject(1, UUID.class);
            ListedRow row = rows.get(address);
            if (row == null) {
                Rank rank = kind == Kind.BY_VALUE ? new Rank(found.getBytes(5), found.getBytes(6)) : null;
                Long moment = kind == Kind.BY_MOMENT ? found.getLong(5) : null;
                row = new ListedRow(new Place(address, rank, moment));
                rows.put(address, row);
            }
            row.take(found);
            return row;
        });
        return List.copyOf(rows.values());
    }

    private long count(Session session, boolean withSortedValue) throws SQLException {
        QueryStatements.Bound count = statements.count(withSortedValue);
        return session.rows(count.statement(), count.parameters(), row -> row.getLong(1))
                .get(0);
    }
}
