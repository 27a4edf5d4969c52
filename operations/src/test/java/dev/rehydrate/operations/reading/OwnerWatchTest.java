// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.reading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store that was opened just now learns who lives. */
class OwnerWatchTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-11-22T12:00:00Z"));
    private final MemoryData data = new MemoryData();
    private boolean isDead;
    private final InstanceStore host = MemoryInstanceStore.open(
            data, StoreOptions.defaults().withTime(time).withDecorator(SilentEngine::new));
    private final OwnerId owner =
            host.execute(host.createHandle(), CreateOwner.of(OwnerDescription.ofType("shop")), TIMEOUT);
    private final InstanceStore tool =
            MemoryInstanceStore.open(data, StoreOptions.defaults().withTime(time));
    private final OwnerWatch watch = new OwnerWatch(new StoreReader(tool, null), new PassingTime());

    /** Loses the heartbeats of a host that is dead. */
    private final class SilentEngine extends ForwardingEngine {
        SilentEngine(StorageEngine engine) {
            super(engine);
        }

        @Override
        public boolean beatsAndWatches() {
            return false;
        }

        @Override
        public CompletionStage<Boolean> beat(OwnerId of, long beat) {
            return isDead ? new CompletableFuture<>() : super.beat(of, beat);
        }
    }

    /** Time that passes while the test waits for it. */
    private final class PassingTime extends ForwardingTime {

        PassingTime() {
            super(time);
        }

        @Override
        public void beforeBlocking(CompletableFuture<?> answer, Supplier<String> what) {
            time.advance(Duration.ofMillis(250));
        }
    }

    @AfterEach
    void close() {
        tool.close();
        host.close();
    }

    private Duration elapsedSince(long began) {
        return Duration.ofNanos(time.nanoTime() - began);
    }

    @Test
    void anOwnerThatLivesIsKnownAfterItsNextHeartbeat() {
        long began = time.nanoTime();

        Set<OwnerId> unknown = watch.await(Set.of(owner), LEASE.plusSeconds(1));

        assertThat(unknown).isEmpty();
        assertThat(elapsedSince(began)).isLessThan(LEASE);
        assertThat(new StoreReader(tool, null).owners())
                .filteredOn(each -> each.id().equals(owner))
                .allMatch(each -> !each.expired());
    }

    @Test
    void anOwnerThatDiedIsKnownAfterItsLease() {
        isDead = true;
        long began = time.nanoTime();

        Set<OwnerId> unknown = watch.await(Set.of(owner), LEASE.plusSeconds(1));

        assertThat(unknown).isEmpty();
        assertThat(elapsedSince(began)).isGreaterThanOrEqualTo(LEASE);
        assertThat(new StoreReader(tool, null).owners())
                .filteredOn(each -> each.id().equals(owner))
                .allMatch(each -> each.expired());
    }

    @Test
    void anOwnerThatWasNotWatchedForLongEnoughIsUnknown() {
        isDead = true;

        assertThat(watch.await(Set.of(owner), Duration.ofSeconds(5))).containsExactly(owner);
        assertThat(watch.await(Set.of(owner), Duration.ZERO)).containsExactly(owner);
    }
}
