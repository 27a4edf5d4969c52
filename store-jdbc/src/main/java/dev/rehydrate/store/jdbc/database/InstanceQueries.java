// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers one query in SQL. */
public final class InstanceQueries {

    /** How many instances are counted behind a page, so that a page costs its length and not that of the table. */
    private static final int COUNTED_BEHIND = 1000;

    private final Database database;
    private final InstanceQuery query;
    private final Set<String> present = new HashSet<>();
    private final Map<String, @Nullable Object> parameters = new HashMap<>();

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
        parameters.put("now", Times.micros(now));
        states();
        given("host_type", query.hostType() == null ? null : SplitSlot.storable(query.hostType()));
        given("definition", query.definitionName() == null ? null : SplitSlot.storable(query.definitionName()));
        given("suspended", query.suspended());
        given(
                "holder",
                query.holder() == null
                        ? null
                        : new UUID(query.holder().high(), query.holder().low()));
        given("sort_by", query.sortBy() == null ? null : SplitSlot.storable(query.sortBy()));
        for (int i = 0; i < query.promoted().size(); i++) {
            condition(i, query.promoted().get(i));
        }
    }

    private void states() {
        InstanceState[] all = InstanceState.values();
        if (query.states().size() < all.length) {
            present.add("some_states");
            InstanceState any = query.states().iterator().next();
            for (InstanceState state : all) {
                InstanceState wanted = query.states().contains(state) ? state : any;
                parameters.put("state" + GroupRows.code(state), GroupRows.code(wanted));
            }
        }
    }

    private void given(String name, @Nullable Object value) {
        if (value != null) {
            present.add(name);
            parameters.put(name, value);
        }
    }

    private void condition(int number, PromotedCondition condition) {
        PromotedValue lowest = condition.lowest();
        PromotedValue highest = condition.highest();
        Rank low = lowest != null ? Rank.of(lowest) : Rank.beforeAll(kind(highest));
        Rank high = highest != null ? Rank.of(highest) : Rank.afterAll(kind(lowest));
        parameters.put("name" + number, SplitSlot.storable(condition.name()));
        parameters.put("low_rank" + number, low.rank());
        parameters.put("low_tail" + number, low.tail());
        parameters.put("high_rank" + number, high.rank());
        parameters.put("high_tail" + number, high.tail());
    }

    private static PromotedValue.Kind kind(@Nullable PromotedValue bound) {
        if (bound == null) {
            throw new IllegalArgumentException("a condition without bounds");
        }
        return bound.kind();
    }

    /**
     * Answers the query.
     *
     * @return the page that was asked for
     */
    public InstancePage page() {
        return database.call(Effect.NONE, session -> {
            List<InstancePage.Entry> entries = query.sortBy() == null
                    ? rows(session, query.offset(), query.limit(), query.descending() ? "descending" : "ascending")
                    : sorted(session);
            boolean isAll = query.offset() == 0 && entries.size() < query.limit();
            return new InstancePage(entries, isAll ? entries.size() : count(session, query.offset() + COUNTED_BEHIND));
        });
    }

    /** Instances with the value come in the order of the index; those without are only looked for if there is room. */
    private List<InstancePage.Entry> sorted(Session session) throws SQLException {
        String order = query.descending() ? "descending_value" : "ascending_value";
        List<InstancePage.Entry> entries =
                new ArrayList<>(rows(session, query.offset(), query.limit(), "with_value", order));
        int missing = query.limit() - entries.size();
        if (missing > 0) {
            int withValue = entries.isEmpty() && query.offset() > 0
                    ? (int) count(session, query.offset(), "with_value")
                    : query.offset() + entries.size();
            int offset = Math.max(0, query.offset() - withValue);
            entries.addAll(rows(session, offset, missing, "without_value", "ascending"));
        }
        return entries;
    }

    private List<InstancePage.Entry> rows(Session session, int offset, int limit, String... lines) throws SQLException {
        parameters.put("offset", offset);
        parameters.put("limit", limit);
        return session.rows(statement("page", lines), parameters, row -> entry(row.getBytes(2))).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private long count(Session session, int most, String... lines) throws SQLException {
        parameters.put("limit", most);
        return session.rows(statement("count", lines), parameters, row -> row.getLong(1))
                .get(0);
    }

    private SqlFiles.Statement statement(String what, String... lines) {
        Set<String> chosen = new HashSet<>(present);
        chosen.add(what);
        chosen.addAll(List.of(lines));
        return database.files().chosen("query", chosen, query.promoted().size());
    }

    private static Optional<InstancePage.Entry> entry(byte[] head) {
        try {
            InstanceRecord record = SplitSlot.withoutBytes(head).instance();
            return Optional.ofNullable(record).map(found -> new InstancePage.Entry(found.header(), found.promoted()));
        } catch (WireFormatException unusable) {
            return Optional.empty();
        }
    }
}
