// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.host.HostBuilder;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.OutboundSink;
import dev.rehydrate.host.StateMapping;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.operations.action.ActionReport.Result;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a redrive of several dead letters that ends early")
final class RedriveReportTest {

    private static final int LETTERS = 3;
    private static final int NEVER = -1;

    /** Begins an order whose messages no sink takes. */
    private record Ring(InstanceId order) {}

    private record Order(String text) {}

    private static final Operation<Order, Ring, String> RING = Operation.createOrGet("Ring", Ring.class)
            .correlatedBy(Correlation.context(Ring::order))
            .handledBy((turn, order, message) -> {
                for (int i = 0; i < LETTERS; i++) {
                    turn.send("bell", "ring " + i);
                }
                return turn.become(new Order("rings")).text();
            });

    private static final WorkflowDefinition<Order> DEFINITION = WorkflowDefinition.of(
                    DefinitionIdentity.of("Order", "1.0"), StateMapping.ofRecord(Order.class))
            .with(RING);

    private static final OutboundSink BROKEN =
            message -> CompletableFuture.failedFuture(new IllegalStateException("the bell is broken"));

    private final MemoryData data = new MemoryData();
    private final AtomicInteger changesLeft = new AtomicInteger(NEVER);
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final InstanceStore sound =
            MemoryInstanceStore.open(data, StoreOptions.defaults().withTime(time));
    private final InstanceStore failing =
            MemoryInstanceStore.open(data, StoreOptions.defaults().withDecorator(FailsAfterChanges::new));
    private final InstanceId id = InstanceId.random();

    /** Does nothing any more after so many saves; that the host notes that it has no sink is one as well. */
    private final class FailsAfterChanges extends ForwardingEngine {

        FailsAfterChanges(StorageEngine engine) {
            super(engine);
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (changesLeft.get() == 0) {
                return CompletableFuture.failedFuture(new StorageException(Effect.NONE, "the network is down", null));
            }
            if (operation instanceof CommitInstance && changesLeft.get() > 0) {
                changesLeft.decrementAndGet();
            }
            return super.apply(at, operation);
        }
    }

    @BeforeEach
    void letDeadLettersBe() {
        // All is done when the call returns, because time stands still and there are no other threads.
        try (WorkflowHost host = host(sound)
                .time(time)
                .executor(Runnable::run)
                .sink(BROKEN)
                .maxSends(1)
                .start()) {
            host.call(RING, new Ring(id)).replyOrThrow();
            assertThat(dead()).isEqualTo(LETTERS);
        }
    }

    private HostBuilder host(InstanceStore store) {
        return WorkflowHost.builder(store).definition(DEFINITION).timeToUnload(Duration.ZERO);
    }

    @AfterEach
    void close() {
        changesLeft.set(NEVER);
        failing.close();
        sound.close();
    }

    private long dead() {
        List<UnsentMessage> messages =
                new StoreReader(sound, null).stored(id).orElseThrow().outbox();
        return messages.stream().filter(UnsentMessage::isDead).count();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    @DisplayName("is reported as unknown, with how many are redriven, if the store is away afterwards")
    void isReportedWithHowManyAreRedriven(int changes) {
        try (WorkflowHost host = host(failing).start()) {
            changesLeft.set(changes);

            ActionReport report = new InstanceActions(failing, host).perform(Action.REDRIVE, id, "mended", "test");

            long redriven = LETTERS - dead();
            assertThat(redriven).isPositive();
            assertThat(report.answer()).startsWith(redriven + " of " + LETTERS + " dead letters are redriven");
            assertThat(report.result()).isEqualTo(Result.UNKNOWN);
            assertThat(report.verified())
                    .startsWith("The instance could not be read afterwards")
                    .contains("network is down");
            changesLeft.set(NEVER);
        }
    }

    @Test
    @DisplayName("is reported as refused if the host takes no messages any more")
    void isRefusedByAHostThatHasStopped() {
        try (WorkflowHost host = host(sound).start()) {
            host.stop(Duration.ZERO).join();

            ActionReport report = new InstanceActions(sound, host).perform(Action.REDRIVE, id, "mended", "test");

            assertThat(dead()).isEqualTo(LETTERS);
            assertThat(report.result()).as("%s", report).isEqualTo(Result.REFUSED);
            assertThat(report.answer()).contains("the host has stopped");
            assertThat(report.verified()).isEqualTo("Nothing was changed.");
        }
    }

    @Test
    @DisplayName("is reported with how many are redriven if the host stops after the first")
    void isReportedIfTheHostStopsMeanwhile() {
        AtomicReference<WorkflowHost> stopping = new AtomicReference<>();
        OutboundSink stops = message -> stopping.get().stop(Duration.ZERO);
        WorkflowHost host =
                host(sound).time(time).executor(Runnable::run).sink(stops).start();
        stopping.set(host);

        ActionReport report = new InstanceActions(sound, host).perform(Action.REDRIVE, id, "mended", "test");

        assertThat(report.answer())
                .as("%s", report)
                .startsWith("1 of " + LETTERS + " dead letters are redriven: the host has stopped");
        assertThat(dead()).isEqualTo(LETTERS - 1);
    }
}
