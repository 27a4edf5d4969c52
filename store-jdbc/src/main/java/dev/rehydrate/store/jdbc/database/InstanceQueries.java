// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers one query in SQL. */
public final class InstanceQueries {

    private static final String WITH_VALUE = "with_value";

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
        Position after = query.after();
        if (after != null) {
            parameters.put("after", new UUID(after.id().high(), after.id().low()));
            PromotedValue value = after.value();
            if (value != null) {
                parameters.put("after_rank", Rank.of(value).rank());
                parameters.put("after_tail", Rank.of(value).tail());
            }
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
            List<InstancePage.Entry> entries = query.sortBy() == null ? byId(session) : sorted(session);
            boolean isAll = query.after() == null && query.offset() == 0 && entries.size() < query.limit();
            return new InstancePage(entries, total(session, isAll ? entries.size() : -1));
        });
    }

    private long total(Session session, long known) throws SQLException {
        if (!query.counted()) {
            return InstancePage.NOT_COUNTED;
        }
        return known >= 0 ? known : count(session);
    }

    private List<InstancePage.Entry> byId(Session session) throws SQLException {
        return query.descending()
                ? rows(session, query.offset(), query.limit(), "descending", "after_id_down")
                : rows(session, query.offset(), query.limit(), "ascending", "after_id_up");
    }

    /** Instances with the value come in the order of the index; those without are only looked for if there is room. */
    private List<InstancePage.Entry> sorted(Session session) throws SQLException {
        Position after = query.after();
        boolean amongMissing = after != null && after.value() == null;
        List<InstancePage.Entry> entries = new ArrayList<>();
        if (!amongMissing) {
            entries.addAll(
                    query.descending()
                            ? rows(
                                    session,
                                    query.offset(),
                                    query.limit(),
                                    WITH_VALUE,
                                    "descending_value",
                                    "after_value_down")
                            : rows(
                                    session,
                                    query.offset(),
                                    query.limit(),
                                    WITH_VALUE,
                                    "ascending_value",
                                    "after_value_up"));
        }
        int missing = query.limit() - entries.size();
        if (missing > 0) {
            int withValue = entries.isEmpty() && query.offset() > 0
                    ? (int) count(session, WITH_VALUE)
                    : query.offset() + entries.size();
            int offset = Math.max(0, query.offset() - withValue);
            entries.addAll(
                    rows(session, offset, missing, "without_value", "ascending", amongMissing ? "after_id_up" : ""));
        }
        return entries;
    }

    private List<InstancePage.Entry> rows(Session session, int offset, int limit, String... lines) throws SQLException {
        parameters.put("offset", offset);
        parameters.put("limit", limit);
        List<String> chosen = Stream.of(lines)
                .filter(line -> query.after() != null || !line.startsWith("after_"))
                .toList();
        return session.rows(statement("page", chosen), parameters, row -> entry(row.getBytes(2))).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private long count(Session session, String... lines) throws SQLException {
        return session.rows(statement("count", List.of(lines)), parameters, row -> row.getLong(1))
                .get(0);
    }

    private SqlFiles.Statement statement(String what, List<String> lines) {
        Set<String> chosen = new HashSet<>(present);
        chosen.add(what);
        chosen.addAll(lines);
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
