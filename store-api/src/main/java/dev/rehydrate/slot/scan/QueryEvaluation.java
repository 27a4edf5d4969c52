// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.scan;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.SlotAddress;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers a query over records, for providers that look at each. Immutable. */
public final class QueryEvaluation {

    private final InstanceQuery query;
    private final Instant now;
    private final List<Condition> conditions;
    private final Comparator<Position> order;

    /**
     * Prepares the evaluation of a query.
     *
     * @param query which instances, in which order, how many
     * @param now the present, by the clock of the store
     */
    public QueryEvaluation(InstanceQuery query, Instant now) {
        this.query = Objects.requireNonNull(query, "query");
        this.now = Objects.requireNonNull(now, "now");
        this.conditions = query.conjuncts();
        this.order = order(query);
    }

    /** {@return the query} */
    public InstanceQuery query() {
        return query;
    }

    /**
     * Answers the query.
     *
     * @param records all instances, in any order
     * @return the page that was asked for
     */
    public RecordPage page(Stream<InstanceRecord> records) {
        PageCollector page = collector();
        records.forEach(page::add);
        return page.page();
    }

    /** {@return takes the records one by one, and keeps no more of them than the page needs} */
    public PageCollector collector() {
        return new PageCollector(this);
    }

    /**
     * Decides whether an instance meets the conditions and has not expired.
     *
     * @param record the instance; its keys and the bytes of its values do not matter
     * @return whether it is listed on one of the pages
     */
    public boolean matches(InstanceRecord record) {
        if (record.isExpired(now, Set.of())) {
            return false;
        }
        if (conditions.isEmpty()) {
            return true;
        }
        InstanceHeader header = record.header();
        Map<String, PromotedValue> promoted = record.promoted();
        for (Condition condition : conditions) {
            if (!condition.isMetBy(header, promoted)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Decides whether an instance lies behind the place at which the query goes on.
     *
     * @param position the place of the instance
     * @return true if it does, or the query begins at the first instance
     */
    public boolean follows(Position position) {
        return query.after() == null || order.compare(position, query.after()) > 0;
    }

    /**
     * Returns the place of an instance in the order of the query.
     *
     * @param record the instance
     * @return its place
     */
    public Position position(InstanceRecord record) {
        Subject sorted = query.sortBy();
        return new Position(record.id(), sorted == null ? null : valueOf(record, sorted));
    }

    /**
     * Reads a value of an instance that can be compared.
     *
     * @param record the instance
     * @param subject what to read
     * @return the value, or null if the instance has none
     */
    public static @Nullable PromotedValue valueOf(InstanceRecord record, Subject subject) {
        return subject instanceof Subject.Promoted promoted
                ? record.promotedAt(promoted.name())
                : subject.in(record.header(), Map.of());
    }

    /** {@return the order of the query; no two instances have the same place} */
    public Comparator<Position> order() {
        return order;
    }

    long total(long matching) {
        return query.counted() ? matching : InstancePage.NOT_COUNTED;
    }

    private static Comparator<Position> order(InstanceQuery query) {
        Comparator<Position> byId = Comparator.comparing(position -> SlotAddress.of(position.id()));
        if (query.sortBy() == null) {
            return query.descending() ? byId.reversed() : byId;
        }
        Comparator<PromotedValue> values = Comparator.naturalOrder();
        Comparator<@Nullable PromotedValue> missingLast =
                Comparator.nullsLast(query.descending() ? values.reversed() : values);
        return Comparator.<Position, @Nullable PromotedValue>comparing(Position::value, missingLast)
                .thenComparing(byId);
    }
}
