// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.rehydrate.engine.EngineFacts;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.StoreFacts;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreHealth.Status;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The verdict on a store: neither alarmed for nothing, nor content when commands are not answered. */
class StoreHealthTest {

    private static final Duration LEASE = StoreOptions.defaults().lease();
    private static final Duration SWEEP = StoreOptions.defaults().sweepPeriod();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final ListenedNode node = new ListenedNode(data, time);

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void isUpForAsLongAsAllGoesWell() {
        for (int minutes = 0; minutes < 5; minutes++) {
            time.advance(Duration.ofMinutes(1));

            StoreHealth health = look();
            assertThat(health.reasons()).isEmpty();
            assertThat(health.status()).isEqualTo(Status.UP);
        }
        assertThat(look().facts()).isEqualTo(new StoreFacts(1, 0, new EngineFacts("process", 1, 1, 0)));
    }

    @Test
    void isDownIfTheDataCannotBeReached() {
        node.faults().inject(Fault.FAIL_BEFORE, 1, EnumSet.of(Step.OWNER));

        StoreHealth health = look();

        assertThat(health.status()).isEqualTo(Status.DOWN);
        assertThat(health.reasons()).containsExactly("the data cannot be reached: a fault on purpose");
        assertThat(look().status()).isEqualTo(Status.UP);
    }

    @Test
    void isDownTwoSecondsAfterItWasAskedIfNobodyAnswers() {
        node.faults().inject(Fault.HOLD_ANSWER, 1, EnumSet.of(Step.OWNER));

        CompletableFuture<StoreHealth> health = node.store().health();
        time.advance(Duration.ofMillis(1999));
        assertThat(health).isNotDone();
        time.advance(Duration.ofMillis(1));

        assertThat(health).isCompleted();
        assertThat(health.join().status()).isEqualTo(Status.DOWN);
        assertThat(health.join().reasons()).containsExactly("the data cannot be reached: no answer in 2 s");
        node.faults().open();
    }

    @Test
    void isDegradedWhenTheOwnBeatStandsStill() {
        node.faults().inject(Fault.HOLD_BACK, 1, EnumSet.of(Step.OWNER));
        time.advance(LEASE.dividedBy(3));
        assertThat(node.faults().wasHit()).isTrue();
        assertThat(look().reasons()).isEmpty();

        time.advance(LEASE.dividedBy(3).plusSeconds(5));

        assertThat(look().status()).isEqualTo(Status.DEGRADED);
        assertThat(look().reasons())
                .singleElement(STRING)
                .startsWith("owner " + node.owner() + " could not beat for 25 s of a lease of 30 s");
        node.faults().open();
    }

    @Test
    void isDegradedWhenAnOwnOwnerIsTakenForDead() {
        node.engine().removeOwner(node.owner());

        assertThat(look().reasons()).containsExactly("owner " + node.owner() + " is lost");
    }

    @Test
    void isDegradedWhenNothingIsSwept() {
        try (ListenedNode stuck =
                new ListenedNode(new MemoryData(), time, options -> options.withDecorator(NeverSwept::new))) {
            time.advance(SWEEP.multipliedBy(3));
            assertThat(stuck.store().health().join().status()).isEqualTo(Status.UP);

            time.advance(Duration.ofSeconds(10));

            StoreHealth health = stuck.store().health().join();
            assertThat(health.status()).isEqualTo(Status.DEGRADED);
            assertThat(health.reasons()).singleElement(STRING).startsWith("nothing was swept for 100 s");
        }
    }

    @Test
    void isUpIfNobodyWantsItToSweep() {
        Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
        Duration detection = StoreOptions.defaults().detectionPeriod();
        try (ListenedNode idle = new ListenedNode(data, time, options -> options.withPeriods(detection, forEver))) {
            time.advance(SWEEP.multipliedBy(10));

            assertThat(idle.store().health().join().status()).isEqualTo(Status.UP);
        }
    }

    private static final class NeverSwept extends ForwardingEngine {
        NeverSwept(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
            return scan instanceof SlotScan.Sweepable ? new CompletableFuture<>() : super.scanPart(part, scan, limit);
        }
    }

    @Test
    void isDegradedByWhatWorriesTheEngine() {
        try (ListenedNode worried = new ListenedNode(data, time, options -> options.withDecorator(Worried::new))) {
            StoreHealth health = worried.store().health().join();

            assertThat(health.status()).isEqualTo(Status.DEGRADED);
            assertThat(health.reasons()).containsExactly("a copy is missing");
        }
    }

    private static final class Worried extends ForwardingEngine {
        Worried(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<List<String>> healthIssues() {
            return CompletableFuture.completedFuture(List.of("a copy is missing"));
        }
    }

    @Test
    void tellsTheWorstFirst() {
        try (ListenedNode lossy = new ListenedNode(data, time, options -> options.withDecorator(PartlyLost::new))) {
            StoreHealth health = lossy.store().health().join();

            assertThat(health.status()).isEqualTo(Status.DOWN);
            assertThat(health.reasons()).containsExactly("a part is lost", "owner " + lossy.owner() + " is lost");
        }
    }

    private static final class PartlyLost extends ForwardingEngine {
        PartlyLost(StorageEngine engine) {
            super(engine);
        }

        @Override
        public CompletionStage<List<String>> outages() {
            return CompletableFuture.completedFuture(List.of("a part is lost"));
        }

        @Override
        public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
            return CompletableFuture.completedFuture(Map.of());
        }
    }

    @Test
    void isDownWhenItIsClosed() {
        node.close();

        assertThat(look().status()).isEqualTo(Status.DOWN);
        assertThat(look().reasons()).containsExactly("the store is closed");
    }

    private StoreHealth look() {
        CompletableFuture<StoreHealth> health = node.store().health();
        assertThat(health).isCompleted();
        return health.join();
    }
}
