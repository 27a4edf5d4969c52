// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.query;

import dev.rehydrate.command.condition.Bound;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.format.SplitSlot;
import dev.rehydrate.store.jdbc.database.Rank;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of a row of a promoted value. The index has the rank only, so each says what it knows of the rank by itself; the
 * tail decides between values of one rank.
 */
final class PromotedColumns {

    private final QueryParameters parameters;

    PromotedColumns(QueryParameters parameters) {
        this.parameters = parameters;
    }

    String named(String row, String name) {
        return row + ".name = " + parameters.add(SplitSlot.storable(name));
    }

    String oneOf(String row, Condition.OneOf condition) {
        List<Rank> ranks = condition.values().stream().map(Rank::of).toList();
        if (ranks.size() == 1) {
            return same(row, ranks.get(0));
        }
        String alternatives =
                ranks.stream().map(rank -> "(" + same(row, rank) + ")").collect(Collectors.joining(" or "));
        return ranks.stream()
                .map(rank -> parameters.add(rank.rank()))
                .collect(Collectors.joining(", ", row + ".rank in (", ") and (" + alternatives + ")"));
    }

    private String same(String row, Rank rank) {
        return row + ".rank = " + parameters.add(rank.rank()) + " and " + row + ".tail = "
                + parameters.add(rank.tail());
    }

    String differs(String row, Condition.Differs condition) {
        Rank rank = Rank.of(condition.value());
        return "(" + row + ".rank <> " + parameters.add(rank.rank()) + " or " + row + ".tail <> "
                + parameters.add(rank.tail()) + ")";
    }

    String range(String row, Condition.Range condition) {
        Bound low = condition.low();
        Bound high = condition.high();
        Rank lowest = low == null ? Rank.beforeAll(condition.kind()) : Rank.of(low.value());
        Rank highest = high == null ? Rank.afterAll(condition.kind()) : Rank.of(high.value());
        return end(row, ">", lowest, low) + " and " + end(row, "<", highest, high);
    }

    private String end(String row, String direction, Rank rank, @Nullable Bound bound) {
        String included = bound == null || bound.included() ? "=" : "";
        return row + ".rank " + direction + "= " + parameters.add(rank.rank()) + " and (" + row + ".rank " + direction
                + " " + parameters.add(rank.rank()) + " or " + row + ".tail " + direction + included + " "
                + parameters.add(rank.tail()) + ")";
    }
}
