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
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** More instances are due than one scan finds, and this host can run none of them. */
final class ForeignCrowdTest {

    private static final OwnerDescription SHOP = OwnerDescription.ofType("shop");
    private static final int CROWD = 600;

    /** A look without an end would not let a test end either. */
    private static final int FAR_TOO_MANY = 200;

    private final Farm farm = new Farm();
    private int scans;
    private int tries;

    ForeignCrowdTest() {
        farm.definition = Orders.DEFINITION;
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
        public CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
            scans++;
            return scans > FAR_TOO_MANY
                    ? CompletableFuture.failedFuture(new IllegalStateException("too many scans"))
                    : super.walk(scan, after, limit);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            tries += operation instanceof AcquireInstance ? 1 : 0;
            return super.apply(at, operation);
        }
    }

    private WorkflowHost host(UnaryOperator<HostBuilder> type) {
        StoreOptions options = StoreOptions.defaults()
                .withTime(farm.time)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()))
                .withDecorator(CountingEngine::new);
        InstanceStore store = MemoryInstanceStore.open(farm.data, options);
        return farm.host("one", store, settings -> type.apply(settings.timeToUnload(Duration.ZERO)));
    }

    private void crowd() {
        new ForeignInstances(farm.store(), SHOP)
                .create(CROWD, DefinitionIdentity.of("Other", "1.0"), Map.of("other", InstanceValue.of("value")));
    }

    private String toppings() {
        return farm.peek(Orders.home("7")).snapshotOrThrow().data().get("toppings", String.class);
    }

    /** A host that says that it runs every definition is offered each of them, and leaves it to others. */
    @Test
    void hostThatLeavesThemToOthersTriesEachOnceAndEndsItsLook() {
        crowd();

        WorkflowHost host = host(settings -> settings.owner(SHOP));
        assertThat(tries).isEqualTo(CROWD);
        assertThat(scans).as("scans of the first look").isLessThan(CROWD / 50);

        scans = 0;
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(20));

        assertThat(toppings()).isEqualTo("base+late-once");
        assertThat(tries).as("the timer").isEqualTo(CROWD + 1);
        assertThat(scans).as("scans of 20 seconds").isLessThan(40);
    }

    /** A host that names its definitions is not offered them. */
    @Test
    void hostThatDoesNotAcceptThemTriesNone() {
        crowd();

        WorkflowHost host = host(settings -> settings.hostType("shop"));
        host.call(Orders.REMIND_LATER, topping("7", "base"));
        farm.advance(SECOND.multipliedBy(20));

        assertThat(toppings()).isEqualTo("base+late-once");
        assertThat(tries).as("the timer").isEqualTo(1);
        assertThat(scans).as("scans of 20 seconds").isLessThan(40);
    }
}
