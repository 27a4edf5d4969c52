// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.InstanceQuery;
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

    /**
     * Prepares the evaluation of a query.
     *
     * @param query which instances, in which order, how many
     * @param now the present, by the clock of the store
     */
    public QueryEvaluation(InstanceQuery query, Instant now) {
        this.query = Objects.requireNonNull(query, "query");
        this.now = Objects.requireNonNull(now, "now");
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
                .sorted(order())
                .toList();
        List<InstancePage.Entry> page =
                found.stream().skip(query.offset()).limit(query.limit()).toList();
        return new InstancePage(page, found.size());
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

    private Comparator<InstancePage.Entry> order() {
        Comparator<InstancePage.Entry> byId =
                Comparator.comparing(entry -> SlotAddress.of(entry.header().id()));
        if (query.sortBy() == null) {
            return query.descending() ? byId.reversed() : byId;
        }
        Comparator<PromotedValue> values = Comparator.naturalOrder();
        Comparator<@Nullable PromotedValue> missingLast =
                Comparator.nullsLast(query.descending() ? values.reversed() : values);
        String name = query.sortBy();
        return Comparator.<InstancePage.Entry, @Nullable PromotedValue>comparing(
                        entry -> entry.promoted().get(name), missingLast)
                .thenComparing(byId);
    }
}
