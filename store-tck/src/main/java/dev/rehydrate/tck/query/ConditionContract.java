// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.query;

import static dev.rehydrate.command.condition.Columns.CREATED;
import static dev.rehydrate.command.condition.Columns.DEFINITION;
import static dev.rehydrate.command.condition.Columns.DUE;
import static dev.rehydrate.command.condition.Columns.HOLDER;
import static dev.rehydrate.command.condition.Columns.HOST_TYPE;
import static dev.rehydrate.command.condition.Columns.STATE;
import static dev.rehydrate.command.condition.Columns.SUSPENDED;
import static dev.rehydrate.command.condition.Columns.UPDATED;
import static dev.rehydrate.command.condition.Columns.promoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.OrderedColumn;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Promoted;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a query can compare, column by column. */
public abstract class ConditionContract {

    private static final String LONG = "x".repeat(200);

    private final List<InstanceId> ids = new ArrayList<>();

    protected ConditionContract() {
        for (int i = 0; i < 8; i++) {
            ids.add(new InstanceId(7, i + 1));
        }
    }

    private InstanceId id(int number) {
        return ids.get(number);
    }

    /** The numbers of the instances that meet a condition, and as many are counted. */
    private List<Integer> found(Node node, Condition condition) {
        InstanceQuery query = InstanceQuery.builder().where(condition).build();
        List<Integer> found =
                Listed.ids(node.query(query)).stream().map(ids::indexOf).toList();
        assertThat(node.query(query.countOnly()).total()).as("counted").isEqualTo(found.size());
        return found;
    }

    @Test
    @DisplayName("Q-01 state: equal, not equal, one of several")
    void theStateIsCompared(Farm farm) {
        Node node = farm.node(OwnerDescription.anonymous().completingBy(CompletionAction.KEEP));
        node.load(id(0), LoadMode.holdOrCreate());
        node.create(id(1), Sample.number(1));
        node.create(id(2), Sample.number(2));
        node.complete(id(2));

        assertThat(found(node, STATE.equalTo(InstanceState.INITIALIZED))).containsExactly(1);
        assertThat(found(node, STATE.notEqualTo(InstanceState.INITIALIZED))).containsExactly(0, 2);
        assertThat(found(node, STATE.in(InstanceState.UNINITIALIZED, InstanceState.INITIALIZED)))
                .containsExactly(0, 1);
        assertThat(found(node, STATE.exists())).containsExactly(0, 1, 2);
        assertThat(found(node, STATE.missing())).isEmpty();
    }

    @Test
    @DisplayName("Q-02 suspended or not")
    void theSuspensionIsCompared(Farm farm) {
        Node node = farm.node();
        node.create(id(0), Sample.number(0));
        node.create(id(1), Sample.number(1));
        node.run(id(1), SuspendInstance.because("x"));

        assertThat(found(node, SUSPENDED.equalTo(true))).containsExactly(1);
        assertThat(found(node, SUSPENDED.equalTo(false))).containsExactly(0);
        assertThat(found(node, SUSPENDED.notEqualTo(true))).containsExactly(0);
        assertThat(found(node, SUSPENDED.in(true, false))).containsExactly(0, 1);
    }

    @Test
    @DisplayName("Q-03 definition: equal in all versions, not equal, one of several, there or missing")
    void theDefinitionIsCompared(Farm farm) {
        Node node = farm.node();
        node.create(id(0), Sample.number(0));
        node.create(id(1), defined("letter", "1.0"));
        node.create(id(2), defined("letter", "2.0"));
        node.create(id(3), defined("a\u0000\\\uD83D\uDE00", "v"));

        assertThat(found(node, DEFINITION.equalTo("letter"))).containsExactly(1, 2);
        assertThat(found(node, DEFINITION.equalTo("a\u0000\\\uD83D\uDE00"))).containsExactly(3);
        assertThat(found(node, DEFINITION.notEqualTo("letter"))).containsExactly(3);
        assertThat(found(node, DEFINITION.in("absent", "letter"))).containsExactly(1, 2);
        assertThat(found(node, DEFINITION.exists())).containsExactly(1, 2, 3);
        assertThat(found(node, DEFINITION.missing())).containsExactly(0);
    }

    private static InstanceChanges<InstanceValue> defined(String name, String version) {
        return Sample.numbered(1)
                .definition(DefinitionIdentity.of(name, version))
                .build();
    }

    @Test
    @DisplayName("Q-04 host type: equal, not equal, one of several, there or missing")
    void theHostTypeIsCompared(Farm farm) {
        Node node = farm.node();
        node.create(id(0), Sample.number(0));
        farm.node(OwnerDescription.ofType("orders")).create(id(1), Sample.number(1));
        farm.node(OwnerDescription.ofType("mails")).create(id(2), Sample.number(2));

        assertThat(found(node, HOST_TYPE.equalTo("orders"))).containsExactly(1);
        assertThat(found(node, HOST_TYPE.notEqualTo("orders"))).containsExactly(2);
        assertThat(found(node, HOST_TYPE.in("mails", "orders", "notes"))).containsExactly(1, 2);
        assertThat(found(node, HOST_TYPE.exists())).containsExactly(1, 2);
        assertThat(found(node, HOST_TYPE.missing())).containsExactly(0);
    }

    @Test
    @DisplayName("Q-05 holder: equal, not equal, one of several, held or free")
    void theHolderIsCompared(Farm farm) {
        Node node = farm.node();
        Node other = farm.node();
        node.create(id(0), Sample.number(0));
        node.createHeld(id(1), Sample.number(1));
        other.createHeld(id(2), Sample.number(2));

        assertThat(found(node, HOLDER.equalTo(node.owner()))).containsExactly(1);
        assertThat(found(node, HOLDER.notEqualTo(node.owner()))).containsExactly(2);
        assertThat(found(node, HOLDER.in(node.owner(), other.owner(), new OwnerId(1, 1))))
                .containsExactly(1, 2);
        assertThat(found(node, HOLDER.exists())).containsExactly(1, 2);
        assertThat(found(node, HOLDER.missing())).containsExactly(0);
    }

    @Test
    @DisplayName("Q-06 created: before, after, between, equal, one of several")
    void theBeginningIsCompared(Farm farm) {
        Node node = farm.node();
        List<Instant> moments = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            node.create(id(i), Sample.number(i));
            moments.add(node.read(id(i)).header().createdAt());
            farm.advance(Duration.ofSeconds(1));
        }
        node.save(id(0), Sample.number(9)).receiptOrThrow();

        isComparedByOrder(node, CREATED, moments, 0);
    }

    @Test
    @DisplayName("Q-07 updated: before, after, between, equal, one of several")
    void theLastChangeIsCompared(Farm farm) {
        Node node = farm.node();
        List<Instant> moments = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            node.create(id(i), Sample.number(i));
        }
        for (int i = 0; i < 3; i++) {
            farm.advance(Duration.ofSeconds(1));
            node.save(id(i), Sample.number(9)).receiptOrThrow();
            moments.add(node.read(id(i)).header().updatedAt());
        }

        isComparedByOrder(node, UPDATED, moments, 0);
    }

    /** The moments of three instances in a row, the first of which has the number. */
    private void isComparedByOrder(Node node, OrderedColumn<Instant> column, List<Instant> moments, int first) {
        Instant middle = moments.get(1);
        assertThat(found(node, column.lessThan(middle))).containsExactly(first);
        assertThat(found(node, column.atMost(middle))).containsExactly(first, first + 1);
        assertThat(found(node, column.greaterThan(middle))).containsExactly(first + 2);
        assertThat(found(node, column.atLeast(middle))).containsExactly(first + 1, first + 2);
        assertThat(found(node, column.between(moments.get(0), middle))).containsExactly(first, first + 1);
        assertThat(found(node, column.between(middle, moments.get(0)))).isEmpty();
        assertThat(found(node, column.equalTo(middle))).containsExactly(first + 1);
        assertThat(found(node, column.notEqualTo(middle))).containsExactly(first, first + 2);
        assertThat(found(node, column.in(moments.get(0), moments.get(2), Instant.EPOCH)))
                .containsExactly(first, first + 2);
        assertThat(found(node, column.equalTo(middle.plusNanos(999))))
                .as("moments are compared in whole microseconds")
                .containsExactly(first + 1);
        assertThat(found(node, column.lessThan(Instant.MAX))).containsExactly(first, first + 1, first + 2);
        assertThat(found(node, column.atMost(Instant.MIN))).isEmpty();
        assertThat(found(node, column.exists())).containsExactly(first, first + 1, first + 2);
    }

    @Test
    @DisplayName("Q-08 due: before, after, between, equal, there or missing, also while it cannot run")
    void theDueTimeIsCompared(Farm farm) {
        Node node = farm.node(OwnerDescription.ofType("documents"));
        List<Instant> moments = new ArrayList<>();
        node.create(id(0), Sample.number(0));
        for (int i = 1; i < 4; i++) {
            moments.add(Instant.parse("2100-01-01T00:00:00.123Z").plusSeconds(i));
            node.create(id(i), Sample.numbered(i).dueAt(moments.get(i - 1)).build());
        }
        isComparedByOrder(node, DUE, moments, 1);
        assertThat(found(node, DUE.missing())).containsExactly(0);

        node.hold(id(1));
        node.run(id(2), SuspendInstance.because("x"));
        isComparedByOrder(node, DUE, moments, 1);
        assertThat(found(node, DUE.missing())).containsExactly(0);
        assertThat(found(node, DUE.exists().and(SUSPENDED.equalTo(true)))).containsExactly(2);
    }

    @Test
    @DisplayName("Q-09 promoted: every comparison, of values of one kind")
    void promotedValuesAreCompared(Farm farm) {
        Node node = farm.node();
        List<Object> values = List.of(1, 2L, 3.5, "2", LONG + "a", LONG + "b", true);
        for (int i = 0; i < values.size(); i++) {
            node.create(id(i), Promoted.data(Map.of("n", values.get(i))));
        }
        node.create(id(7), Promoted.data(Map.of("other", 2)));
        OrderedColumn<Object> n = promoted("n");

        assertThat(found(node, n.equalTo(2.0))).containsExactly(1);
        assertThat(found(node, n.notEqualTo(2))).containsExactly(0, 2, 3, 4, 5, 6);
        assertThat(found(node, n.lessThan(2))).containsExactly(0);
        assertThat(found(node, n.atMost(2))).containsExactly(0, 1);
        assertThat(found(node, n.greaterThan(2))).containsExactly(2);
        assertThat(found(node, n.atLeast(2))).containsExactly(1, 2);
        assertThat(found(node, n.between(2, 9))).containsExactly(1, 2);
        assertThat(found(node, n.in(1, 2, 77))).containsExactly(0, 1);
        assertThat(found(node, n.in("2", LONG + "b"))).containsExactly(3, 5);
        assertThat(found(node, n.equalTo(LONG + "a"))).containsExactly(4);
        assertThat(found(node, n.greaterThan(LONG + "a"))).containsExactly(5);
        assertThat(found(node, n.lessThan(LONG + "b"))).containsExactly(3, 4);
        assertThat(found(node, n.atMost(LONG + "b"))).containsExactly(3, 4, 5);
        assertThat(found(node, n.equalTo(new UUID(1, 2)))).isEmpty();
        assertThat(found(node, n.equalTo(true))).containsExactly(6);
        assertThat(found(node, n.exists())).containsExactly(0, 1, 2, 3, 4, 5, 6);
        assertThat(found(node, n.missing())).containsExactly(7);
        assertThat(found(node, promoted("no such value").missing())).hasSize(8);
    }

    @Test
    @DisplayName("Q-10 AND and OR, within each other and beside the conditions of the builder")
    void conditionsAreJoined(Farm farm) {
        Node node = farm.node();
        for (int i = 0; i < 6; i++) {
            node.create(id(i), Promoted.data(Map.of("n", i, "odd", i % 2 == 1)));
        }
        node.run(id(4), SuspendInstance.because("x"));
        OrderedColumn<Object> n = promoted("n");
        Condition odd = promoted("odd").equalTo(true);

        assertThat(found(node, n.equalTo(1).or(n.equalTo(4)))).containsExactly(1, 4);
        assertThat(found(node, n.atLeast(2).and(odd))).containsExactly(3, 5);
        assertThat(found(node, n.atLeast(2).and(n.lessThan(4)))).containsExactly(2, 3);
        assertThat(found(node, n.equalTo(0).or(SUSPENDED.equalTo(true)))).containsExactly(0, 4);
        assertThat(found(
                        node,
                        n.equalTo(0).or(n.equalTo(3).and(odd)).or(n.equalTo(2).and(odd))))
                .containsExactly(0, 3);
        assertThat(found(node, n.in(0, 1, 2).or(n.in(2, 3)).and(odd.or(n.equalTo(2)))))
                .as("an instance that two branches find is listed once")
                .containsExactly(1, 2, 3);
        assertThat(found(node, promoted("odd").exists().and(n.missing()))).isEmpty();
        Condition deep = n.equalTo(5);
        for (int i = 0; deep.depth() < Condition.MAX_DEPTH; i++) {
            deep = i % 2 == 0 ? odd.and(deep) : n.equalTo(0).or(deep);
        }
        assertThat(found(node, deep)).contains(5).doesNotContain(2, 3, 4);

        InstanceQuery both = InstanceQuery.builder()
                .suspended(false)
                .where(PromotedCondition.between("n", 2, 5))
                .where(n.equalTo(2).or(n.equalTo(4)))
                .build();
        assertThat(Listed.ids(node.query(both))).containsExactly(id(2));
    }

    @Test
    @DisplayName("Q-11 as many values as a condition may have")
    void manyValuesAreCompared(Farm farm) {
        Node node = farm.node();
        node.create(id(0), Promoted.data(Map.of("n", 1)));
        node.create(id(1), Promoted.data(Map.of("n", -1)));
        List<Integer> many = new ArrayList<>();
        for (int i = 0; i < Condition.MAX_SIZE; i++) {
            many.add(i);
        }
        Collections.reverse(many);

        assertThat(found(node, promoted("n").in(many))).containsExactly(0);
    }
}
