// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.InspectedInstance;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.StateMapping;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The examples of host.md and operations.md. */
class HostExampleTest {

    /** A state. */
    public record Order(String id, String status) {

        Order paid() {
            return new Order(id, "paid");
        }
    }

    /** A message. */
    public record Opened(String order) {}

    /** A message. */
    public record Paid(String order) {}

    /** A message to the outside. */
    public record Ship(String order) {}

    /** A message of a timer. */
    public record Chase(String order) {}

    private final Operation<Order, Chase, String> chase = Operation.mustExist("Chase", Chase.class)
            .correlatedBy(Correlation.<Chase>content("shop").part("Order", Chase::order))
            .replying(String.class)
            .handledBy((turn, order, message) ->
                    turn.become(new Order(order.id(), "chased")).status());

    private final Operation<Order, Opened, String> opened = Operation.createOnly("Opened", Opened.class)
            .correlatedBy(Correlation.<Opened>content("shop").part("Order", Opened::order))
            .handledBy((turn, order, message) ->
                    turn.become(new Order(message.order(), "open")).status());

    private Operation<Order, Paid, String> paid() {
        Operation<Order, Paid, String> paid = Operation.mustExist("Paid", Paid.class)
                .correlatedBy(Correlation.<Paid>content("shop").part("Order", Paid::order))
                .replying(String.class)
                .handledBy((turn, order, message) -> {
                    turn.send("warehouse", new Ship(order.id())); // saved with the state, sent after it
                    turn.scheduleAfter(
                            "chase",
                            Duration.ofDays(3),
                            chase,
                            new Chase(order.id())); // on any host that is alive then
                    return turn.become(order.paid()).status();
                });
        return paid;
    }

    @Test
    void anOrderIsKeptByItsComponents() {
        WorkflowDefinition<Order> orders =
                WorkflowDefinition.of(DefinitionIdentity.of("Order", "1"), StateMapping.ofRecord(Order.class));

        assertThat(orders.mapping().toValues(new Order("7", "open"))).containsOnlyKeys("id", "status");
    }

    @Test
    void anOrderIsPaid() {
        ValueEncoding json = ValueEncoding.with(JacksonCodec.builder().build());
        StoreOptions retaining = StoreOptions.defaults()
                .withEndRetention(
                        EndRetention.NEVER.ofCompleted(Duration.ofDays(90)).ofFailed(Duration.ofDays(365)));
        Operation<Order, Paid, String> paid = paid();
        try (InstanceStore store = MemoryInstanceStore.open(retaining.withValues(json));
                WorkflowHost host = WorkflowHost.builder(store)
                        .definition(WorkflowDefinition.of("Order", "1", Order.class)
                                .with(opened)
                                .with(paid)
                                .with(chase))
                        .sink(message -> CompletableFuture.completedFuture(null))
                        .start()) {
            host.call(opened, new Opened("7")).replyOrThrow();
            var answered = host.call(paid, new Paid("7")).replyOrThrow();
            InstanceId id = answered.facts().instance();

            Optional<InspectedInstance> instance = host.control().inspect(id);

            assertThat(answered.reply()).isEqualTo("paid");
            assertThat(instance).isPresent();
        }
    }
}
