// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Orders.topping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.host.Orders.Order;
import dev.rehydrate.host.Orders.Topping;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.event.Level;

/** A release was taken back: more instances of it are due than a store remembers to have left to others. */
@DisplayName("more due instances than a store remembers, which this host leaves to others")
final class LeftCrowdTest {

    private static final OwnerDescription SHOP = OwnerDescription.ofType("shop");
    private static final int CROWD = 12_000;

    /** What a host leaves before it pauses, and what was under way. */
    private static final int A_LOOK = 1_024 + 32;

    /** A look without an end would not let a test end either. */
    private static final int FAR_TOO_MANY = 60_000;

    private static final Operation<Order, Topping, String> TASTE = Operation.mustExist("Taste", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> turn.become(order).toppings());

    private static final Operation<Order, Topping, String> TASTE_LATER = Operation.createOrGet(
                    "TasteLater", Topping.class)
            .correlatedBy(Orders.BY_ORDER)
            .handledBy((turn, order, message) -> {
                turn.scheduleAfter("taste", SECOND, TASTE, message);
                return turn.become(new Order(message.order(), "", 1, "")).toppings();
            });

    private final Farm farm = new Farm();
    private int tries;

    /** What the crowd has that this host does not. */
    enum Crowd {
        DEFINITION,
        STATE,
        /** Its store cannot read them, and leaves them before any host sees them. */
        VALUE,
        TIMER
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private final class CountingEngine extends ForwardingEngine {
        CountingEngine(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            tries += operation instanceof AcquireInstance ? 1 : 0;
            return tries > FAR_TOO_MANY
                    ? CompletableFuture.failedFuture(new IllegalStateException("too many tries"))
                    : super.apply(at, operation);
        }
    }

    /** A host of the release before, which counts its tries. */
    private WorkflowHost host() {
        StoreOptions options = StoreOptions.defaults()
                .withTime(farm.time)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                .withDecorator(CountingEngine::new);
        farm.definition = Orders.DEFINITION;
        return host(MemoryInstanceStore.open(farm.data, options));
    }

    private WorkflowHost host(InstanceStore store) {
        return farm.host("one", store, settings -> settings.owner(SHOP).timeToUnload(Duration.ZERO));
    }

    private InstanceStore newerStore() {
        JacksonCodec newer = JacksonCodec.builder().schemaVersion(2).build();
        return MemoryInstanceStore.open(
                farm.data, StoreOptions.defaults().withTime(farm.time).withValues(ValueEncoding.with(newer)));
    }

    private void create(Crowd crowd) {
        if (crowd == Crowd.TIMER) {
            farm.definition = Orders.DEFINITION.with(TASTE, TASTE_LATER);
            try (WorkflowHost newer = host(farm.store())) {
                for (int i = 0; i < CROWD; i++) {
                    newer.call(TASTE_LATER, topping("c" + i, ""));
                }
            }
            return;
        }
        if (crowd == Crowd.VALUE) {
            new ForeignInstances(newerStore(), SHOP)
                    .create(CROWD, Orders.DEFINITION.identity(), Map.of("new", InstanceValue.of(topping("7", ""))));
            return;
        }
        new ForeignInstances(farm.store(), SHOP)
                .create(
                        CROWD,
                        crowd == Crowd.STATE ? Orders.DEFINITION.identity() : DefinitionIdentity.of("Other", "1.0"),
                        Map.of("version", InstanceValue.of("2.0")));
    }

    private String toppings(String order) {
        return farm.peek(Orders.home(order)).snapshotOrThrow().data().get("toppings", String.class);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("let it pause, and what it can run runs: what is due for long, and at its time what becomes due")
    void hostPauses(Crowd crowd) {
        create(crowd);
        farm.advance(Duration.ofMinutes(1));
        try (WorkflowHost before = host()) {
            before.call(Orders.REMIND_LATER, topping("behind", "base"));
        }
        farm.advance(Duration.ofMinutes(1));

        tries = 0;
        try (CapturedLog log = CapturedLog.open()) {
            WorkflowHost host = host();
            assertThat(tries).as("tries of the first look").isLessThanOrEqualTo(A_LOOK);

            host.call(Orders.REMIND_LATER, topping("new", "base"));
            farm.advance(SECOND.multipliedBy(12));
            assertThat(toppings("new")).isEqualTo("base+late-once");
            farm.advance(SECOND.multipliedBy(8));

            assertThat(toppings("behind")).isEqualTo("base+late-once");
            assertThat(tries).as("tries in 20 s").isLessThanOrEqualTo(21 * A_LOOK);
            boolean byHost = crowd != Crowd.VALUE;
            assertThat(log.lines(Level.WARN, "node=one instance=")).hasSize(byHost ? 100 : 0);
            assertThat(log.lines(Level.WARN, "left more than 100 instances")).hasSize(byHost ? 1 : 0);
        }
    }
}
