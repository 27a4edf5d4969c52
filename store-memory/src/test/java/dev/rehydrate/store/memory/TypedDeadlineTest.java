// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import dev.rehydrate.tck.fault.Step;
import dev.rehydrate.typed.InstanceAccessException;
import dev.rehydrate.typed.Instances;
import dev.rehydrate.typed.LockedInstance;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a call says whose time is over. */
final class TypedDeadlineTest {

    private static final Duration SHORT = Duration.ofMillis(60);
    private static final Duration DISTANCE = Duration.ofMillis(1);

    private final MemoryData data = new MemoryData();
    private final FaultPlan faults = new FaultPlan();
    private final PassingTime time = new PassingTime();
    private final StoreOptions options = StoreOptions.defaults().withTime(time);
    private final InstanceStore store = MemoryInstanceStore.open(data, options.withDecorator(faults::decorate));
    private final InstanceStore other = MemoryInstanceStore.open(data, options);
    private final InstanceStore remote = MemoryInstanceStore.open(data, options.withDecorator(Remote::new));
    private final Instances<Integer> numbers = store.instances("Number", Integer.class);
    private final Instances<Integer> elsewhere = other.instances("Number", Integer.class);
    private final Instances<Integer> remotely = remote.instances("Number", Integer.class);
    private final InstanceKey key = InstanceKey.of("test", "a number");

    /** An engine whose answers take a while, as from another machine. */
    private final class Remote extends ForwardingEngine {
        private Remote(StorageEngine engine) {
            super(engine);
        }

        @Override
        protected <T> CompletionStage<T> slotCall(Supplier<CompletionStage<T>> call) {
            CompletableFuture<Void> sent = new CompletableFuture<>();
            time.schedule(DISTANCE, () -> sent.complete(null));
            return sent.thenCompose(arrived -> call.get());
        }
    }

    @AfterEach
    void close() {
        faults.open();
        store.close();
        other.close();
        remote.close();
    }

    @Test
    void aLockIsNeverOfUnknownOutcome() {
        elsewhere.create(key, 1);
        try (LockedInstance<Integer> locked = elsewhere.lock(key)) {
            faults.inject(Fault.FAIL_AFTER, 1, Set.of(Step.SLOT));

            assertThatExceptionOfType(InstanceAccessException.Locked.class)
                    .isThrownBy(() -> numbers.withTimeout(SHORT).lock(key));
            assertThat(faults.wasHit()).isTrue();
            locked.save(2);
        }
        faults.inject(Fault.HOLD_ANSWER, 1, Set.of(Step.SLOT));
        assertThatExceptionOfType(InstanceAccessException.Unavailable.class)
                .isThrownBy(() -> numbers.withTimeout(SHORT).lock(key));
    }

    @Test
    void whatWasSettledIsNotUnknownAnyMore() {
        elsewhere.create(key, 1);
        AtomicInteger attempts = new AtomicInteger();
        numbers.read(key);
        faults.inject(Fault.FAIL_AFTER, 2, Set.of(Step.SLOT));

        assertThatExceptionOfType(InstanceAccessException.Contended.class)
                .isThrownBy(() -> numbers.withTimeout(SHORT).update(key, number -> {
                    attempts.incrementAndGet();
                    elsewhere.update(key, present -> present + 1);
                    return -1;
                }));

        assertThat(faults.wasHit()).isTrue();
        assertThat(attempts).hasValueGreaterThan(1);
        assertThat(elsewhere.read(key).orElseThrow()).isPositive();
    }

    @Test
    void aLockThatStaysUntilTheEndIsNamedAlsoIfTheStoreIsFarAway() {
        elsewhere.create(key, 1);
        remotely.read(key);
        try (LockedInstance<Integer> locked = elsewhere.lock(key)) {
            for (Runnable call : new Runnable[] {
                () -> remotely.withTimeout(SHORT).update(key, number -> 7),
                () -> remotely.withTimeout(SHORT).lock(key),
                () -> remotely.withTimeout(SHORT).complete(key)
            }) {
                assertThatExceptionOfType(InstanceAccessException.Locked.class)
                        .isThrownBy(call::run)
                        .matches(failure -> failure.holder().isPresent());
            }
            locked.save(2);
        }
    }

    @Test
    void aCallMayWaitForEver() {
        elsewhere.create(key, 1);
        AtomicInteger attempts = new AtomicInteger();

        int updated = numbers.withTimeout(ChronoUnit.FOREVER.getDuration()).update(key, number -> {
            if (attempts.getAndIncrement() == 0) {
                elsewhere.update(key, present -> present + 1);
            }
            return number + 1;
        });

        assertThat(updated).isEqualTo(3);
    }
}
