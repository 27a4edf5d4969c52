// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.InstanceQuery.Position;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers a query over records, for providers that look at each. */
public final class QueryEvaluation {

    private final InstanceQuery query;
    private final Instant now;
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
        this.order = order(query);
    }

    /**
     * Answers the query.
     *
     * @param records all instances, in any order
     * @return the page that was asked for
     */
    public InstancePage page(Stream<InstanceRecord> records) {
        List<InstancePage.Entry> found = records.filter(this::matches)
                .map(record -> new InstancePage.Entry(record.header(), record.promoted()))
                .sorted(Comparator.comparing(this::position, order))
                .toList();
        List<InstancePage.Entry> page = found.stream()
                .filter(this::follows)
                .skip(query.offset())
                .limit(query.limit())
                .toList();
        return new InstancePage(page, query.counted() ? found.size() : InstancePage.NOT_COUNTED);
    }

    private boolean matches(InstanceRecord record) {
        InstanceHeader header = record.header();
        return !record.isExpired(now, Set.of())
                && query.states().contains(header.state())
                && (query.hostType() == null || query.hostType().equals(header.hostType()))
                && hasDefinition(header)
                && (query.suspended() == null || query.suspended() == (header.suspension() != null))
                && (query.holder() == null || query.holder().equals(header.holder()))
                && query.promoted().stream()
                        .allMatch(
                                condition -> condition.isMetBy(record.promoted().get(condition.name())));
    }

    private boolean hasDefinition(InstanceHeader header) {
        return query.definitionName() == null
                || (header.definition() != null
                        && query.definitionName().equals(header.definition().name()));
    }

    private boolean follows(InstancePage.Entry entry) {
        return query.after() == null || order.compare(position(entry), query.after()) > 0;
    }

    private Position position(InstancePage.Entry entry) {
        String name = query.sortBy();
        return new Position(
                entry.header().id(), name == null ? null : entry.promoted().get(name));
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
