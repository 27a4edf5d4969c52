// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** Hosts of one host type, on one store, none of which says which definitions it runs. */
@DisplayName("two hosts on one store that are offered each other's instances")
final class TwoHostsOnOneStoreTest {

    private static final OwnerDescription SHOP = OwnerDescription.ofType("shop");

    private final Farm farm = new Farm();
    private final InstanceStore store = farm.store();

    @AfterEach
    void close() {
        farm.close();
    }

    private WorkflowHost host(String node, WorkflowDefinition<?> definition) {
        farm.definition = definition;
        return farm.host(node, store, settings -> settings.owner(SHOP).timeToUnload(Duration.ZERO));
    }

    /** Which of them is offered an instance first depends on their ids. */
    @RepeatedTest(8)
    @DisplayName("run their own timers in time")
    void eachRunsItsOwn() {
        WorkflowHost orders = host("orders", Orders.DEFINITION);
        WorkflowHost docs = host("docs", Docs.DEFINITION);
        orders.call(Orders.REMIND_LATER, topping("7", "base"));

        farm.advance(SECOND.multipliedBy(12));

        LoadOutcome seen = farm.peek(Orders.home("7"));
        assertThat(seen.snapshotOrThrow().data().get("toppings", String.class)).isEqualTo("base+late-once");
        assertThat(docs.instancesInMemory()).isZero();
    }

    @Test
    @DisplayName("try what neither can run once each in 30 s")
    void whatNeitherCanRun() {
        try (WorkflowHost orders = host("orders", Orders.DEFINITION)) {
            orders.call(Orders.REMIND_LATER, topping("7", "base"));
        }
        try (CapturedLog log = CapturedLog.open()) {
            WorkflowHost docs = host("docs", Docs.DEFINITION);
            WorkflowHost others = host("others", Docs.DEFINITION);
            assertThat(List.of(docs, others)).noneMatch(host -> host.instancesInMemory() > 0);

            farm.advance(SECOND.multipliedBy(38));
            List<String> first = log.lines(Level.WARN, "skipped an instance");
            farm.advance(SECOND.multipliedBy(60));

            assertThat(first)
                    .hasSize(2)
                    .anyMatch(line -> line.contains("docs"))
                    .anyMatch(line -> line.contains("others"));
            assertThat(log.lines(Level.WARN, "skipped an instance")).hasSizeBetween(4, 6);
        }
    }
}
