// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.query;

import static dev.rehydrate.command.condition.Columns.CREATED;
import static dev.rehydrate.command.condition.Columns.DEFINITION;
import static dev.rehydrate.command.condition.Columns.DUE;
import static dev.rehydrate.command.condition.Columns.HOLDER;
import static dev.rehydrate.command.condition.Columns.HOST_TYPE;
import static dev.rehydrate.command.condition.Columns.SUSPENDED;
import static dev.rehydrate.command.condition.Columns.UPDATED;
import static dev.rehydrate.command.condition.Columns.promoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.OrderedColumn;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InstanceFilterTest {

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final OwnerId OWNER = new OwnerId(1, 2);
    private static final OwnerId OTHER = new OwnerId(3, 4);

    private static InstanceQuery read(Map<String, List<String>> given) {
        return InstanceFilter.read(word -> given.getOrDefault(word, List.of()), NOW)
                .build();
    }

    private static InstanceQuery.Builder expected() {
        return InstanceQuery.builder().uncounted();
    }

    @Test
    void oneOfEachWordIsTheQueryThatItAlwaysWas() {
        assertThat(read(Map.of(
                        "state", List.of("completed"),
                        "definition", List.of(" Order ", " "),
                        "host-type", List.of("shop"),
                        "holder", List.of(OWNER.toString()),
                        "suspended", List.of("no"))))
                .isEqualTo(expected()
                        .in(InstanceState.COMPLETED)
                        .ofDefinition("Order")
                        .ofHostType("shop")
                        .heldBy(OWNER)
                        .suspended(false)
                        .build());
        assertThat(read(Map.of())).isEqualTo(expected().build());
    }

    @Test
    void severalOfAWordMeanAnyOfThem() {
        assertThat(read(Map.of(
                        "state", List.of("completed", "initialized"),
                        "definition", List.of("Order", "Cart"),
                        "host-type", List.of("shop", "till"),
                        "holder", List.of(OWNER.toString(), OTHER.toString()))))
                .isEqualTo(expected()
                        .in(InstanceState.COMPLETED, InstanceState.INITIALIZED)
                        .where(DEFINITION.in("Order", "Cart"))
                        .where(HOST_TYPE.in("shop", "till"))
                        .where(HOLDER.in(OWNER, OTHER))
                        .build());
    }

    @Test
    void oneOfSeveralAnswersMustHold() {
        assertThat(read(Map.of("suspended", List.of("yes", "no"))))
                .isEqualTo(expected().where(SUSPENDED.in(true, false)).build());
    }

    @Test
    void conditionsAndTimesMustAllHold() {
        Instant anHourAgo = NOW.minus(Duration.ofHours(1));
        assertThat(read(Map.of(
                                "where", List.of("total > 1 or paid = true", "author exists"),
                                "due-before", List.of("now"),
                                "due-after", List.of("-1h"),
                                "created-before", List.of("now-1h"),
                                "created-after", List.of("2026-11-22T11:00:00Z"),
                                "updated-before", List.of("-1h"),
                                "updated-after", List.of("-1h")))
                        .conjuncts())
                .containsExactly(
                        promoted("total").greaterThan(1).or(promoted("paid").equalTo(true)),
                        promoted("author").exists(),
                        DUE.lessThan(NOW),
                        DUE.greaterThan(anHourAgo),
                        CREATED.lessThan(anHourAgo),
                        CREATED.greaterThan(anHourAgo),
                        UPDATED.lessThan(anHourAgo),
                        UPDATED.greaterThan(anHourAgo));
    }

    @Test
    void aMistakeNamesItsWord() {
        assertThatThrownBy(() -> read(Map.of("due-before", List.of("yesterday"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("due-before: 'yesterday' is not a time: write 2026-11-22T12:00:00Z, now, -1h or now+30m");
        assertThatThrownBy(() -> read(Map.of("suspended", List.of("maybe"))))
                .hasMessageContaining("neither yes nor no");
        assertThatThrownBy(() -> read(Map.of("state", List.of("gone")))).hasMessageContaining("no state 'gone'");
    }

    @Test
    void anOrderIsNamedAsInConditions() {
        assertThat(ListOrder.read("created").subject()).isEqualTo(CREATED.subject());
        assertThat(ListOrder.read("Updated").subject()).isEqualTo(UPDATED.subject());
        assertThat(ListOrder.read("due").subject()).isEqualTo(DUE.subject());
        for (String name : List.of("total", "due", "State", "value.due", "value.", "net total", "\"", "\"due\"")) {
            assertThat(ListOrder.read(ListOrder.ofPromoted(name)).subject())
                    .as(name)
                    .isEqualTo(promoted(name).subject());
        }
        assertThat(ListOrder.ofPromoted("total")).isEqualTo("total");
        assertThat(ListOrder.ofPromoted("created")).isEqualTo("value.created");
        assertThatThrownBy(() -> ListOrder.read("state"))
                .hasMessage(
                        "a list has no order of 'state': sort by created, updated, due or a promoted value; a promoted"
                                + " value of this name is 'value.state'");
    }

    @Test
    void theOrderThatNoIndexHasIsSaidBeforehand() {
        assertThat(IndexUse.warning(expected().sortBy(UPDATED, true).build())).contains(IndexUse.NO_ORDER);
        assertThat(IndexUse.warning(
                        expected().ofDefinition("Order").sortBy(UPDATED, true).build()))
                .contains(IndexUse.NO_ORDER);
        for (OrderedColumn<?> quick : List.of(CREATED, DUE, promoted("total"))) {
            assertThat(IndexUse.warning(expected().sortBy(quick, true).build())).isEmpty();
        }
    }

    @Test
    void whatNoIndexFindsIsSaidBeforehand() {
        assertThat(InstanceFilter.WORDS).doesNotHaveDuplicates().hasSize(12);
        for (String slow : List.of(
                "updated < -1h",
                "total != 1",
                "total missing",
                "total = 1 or updated < now",
                "updated < now and total != 1")) {
            assertThat(IndexUse.warning(read(Map.of("where", List.of(slow)))))
                    .as(slow)
                    .isPresent();
        }
        for (String quick : List.of(
                "due < now",
                "total = 1",
                "created > -1h",
                "holder exists",
                "total = 1 and updated < now",
                "a=1 or b=2")) {
            assertThat(IndexUse.warning(read(Map.of("where", List.of(quick)))))
                    .as(quick)
                    .isEmpty();
        }
        assertThat(IndexUse.warning(read(Map.of()))).isEmpty();
    }
}
