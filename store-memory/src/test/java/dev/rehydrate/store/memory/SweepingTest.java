// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Sweeping keeps up with completing, whatever the rate, and is done once for all stores over the same data. */
class SweepingTest {

    private static final Duration RETENTION = StoreOptions.defaults().memoryRetention();
    private static final Duration SWEEP = StoreOptions.defaults().sweepPeriod();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();

    @Test
    void aHundredThousandCompletedInstancesAreGoneOneSweepPeriodAfterTheirRetention() {
        try (ListenedNode node = new ListenedNode(data, time)) {
            complete(node, 100_000);
            time.advance(RETENTION.minusSeconds(1));
            assertThat(data.slots().size()).isEqualTo(100_000);

            time.advance(SWEEP.plusSeconds(1));

            assertThat(data.slots().size()).isZero();
            assertThat(node.store().health().join().status()).isEqualTo(StoreHealth.Status.UP);
        }
    }

    private static void complete(ListenedNode node, int count) {
        for (int i = 0; i < count; i++) {
            InstanceId id = InstanceId.random();
            node.run(id, CreateInstance.of(InstanceChanges.none(), AfterSave.RELEASE));
            node.run(id, CompleteInstance.now());
        }
    }

    @Test
    void oneStoreSweepsForAllOverTheSameDataUntilItIsClosed() {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        ListenedNode sweeper =
                new ListenedNode(data, time, options -> options.withDecorator(e -> new Counted(e, first)));
        try (ListenedNode other =
                new ListenedNode(data, time, options -> options.withDecorator(e -> new Counted(e, second)))) {
            complete(other, 100);
            time.advance(RETENTION.plus(SWEEP));

            assertThat(data.slots().size()).isZero();
            assertThat(first).hasValue(100);
            assertThat(second).hasValue(0);

            sweeper.close();
            complete(other, 100);
            time.advance(RETENTION.plus(SWEEP));

            assertThat(data.slots().size()).isZero();
            assertThat(second).hasValue(100);
        }
    }

    private static final class Counted extends ForwardingEngine {
        private final AtomicInteger sweeps;

        Counted(StorageEngine engine, AtomicInteger sweeps) {
            super(engine);
            this.sweeps = sweeps;
        }

        @Override
        public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
            if (operation instanceof SweepSlot) {
                sweeps.incrementAndGet();
            }
            return super.apply(at, operation);
        }
    }

    @Test
    void partsAreSpreadOverThePeriodAndOneThatFailsDoesNotKeepTheOthersFromBeingSwept() {
        List<String> looks = new ArrayList<>();
        Instant start = time.instant();
        try (ListenedNode node = new ListenedNode(
                data,
                time,
                options -> options.withDecorator(engine -> new InThirds(
                        engine,
                        part -> looks.add(part + " at "
                                + Duration.between(start, time.instant()).toSeconds()))))) {
            time.advance(SWEEP.multipliedBy(3).minusSeconds(1));

            assertThat(looks).containsExactly("0 at 30", "1 at 40", "2 at 50", "0 at 60", "1 at 70", "2 at 80");
            time.advance(SWEEP.multipliedBy(2));
            assertThat(node.store().health().join().reasons())
                    .singleElement()
                    .asString()
                    .startsWith("nothing was swept for");
        }
    }

    /** The middle one of its three parts cannot be looked at. */
    private static final class InThirds extends ForwardingEngine {
        private final java.util.function.IntConsumer looks;

        InThirds(StorageEngine engine, java.util.function.IntConsumer looks) {
            super(engine);
            this.looks = looks;
        }

        @Override
        public CompletionStage<List<Integer>> partsToSweep(Duration period) {
            return CompletableFuture.completedFuture(List.of(0, 1, 2));
        }

        @Override
        public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
            if (!(scan instanceof SlotScan.Sweepable)) {
                return super.scanPart(part, scan, limit);
            }
            looks.accept(part);
            return part == 1
                    ? CompletableFuture.failedFuture(new IllegalStateException("on purpose"))
                    : super.scanPart(part, scan, limit);
        }
    }
}
