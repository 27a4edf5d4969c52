// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.host.Mailboxes;
import dev.rehydrate.host.TurnFailedException;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.CommandKind;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FarmMetersTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicInteger queries = new AtomicInteger();
    private final InstanceStore store =
            MemoryInstanceStore.open(StoreOptions.defaults().withTime(time).withListener(new StoreListener() {
                @Override
                public void answered(Answered event) {
                    if (event.command() == CommandKind.QUERY_INSTANCES) {
                        queries.incrementAndGet();
                    }
                }
            }));

    @AfterEach
    void close() {
        store.close();
    }

    private double figure(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    private InstanceId create(InstanceChanges.Builder changes) {
        InstanceId id = InstanceId.random();
        store.commands()
                .execute(
                        id,
                        CreateInstance.of(
                                changes.replaceData(Map.of("n", InstanceValue.of(1)))
                                        .build(),
                                AfterSave.RELEASE));
        return id;
    }

    private void awaitAge(double seconds) {
        Awaitility.await().atMost(PATIENCE).until(() -> figure("rehydrate.farm.age") <= seconds);
    }

    /** The clock of this machine, which is not that of the farm. */
    private static final class Shifted extends ForwardingTime {

        private final Duration by;

        Shifted(TimeSource farm, Duration by) {
            super(farm);
            this.by = by;
        }

        @Override
        public Instant instant() {
            return super.instant().plus(by);
        }
    }

    @Test
    void whatIsLateIsToldByTheTimeOfTheFarm() {
        create(InstanceChanges.builder().dueAt(time.instant().plusSeconds(300)));

        try (FarmMeters meters = FarmMeters.start(store, new Shifted(time, Duration.ofMinutes(20)), registry)) {
            assertThat(meters).isNotNull();
            time.advance(Duration.ofMillis(1));
            awaitAge(0.5);

            assertThat(figure("rehydrate.farm.due", "late", "10m")).isZero();
            assertThat(figure("rehydrate.farm.due", "late", "0s")).isZero();
        }
    }

    @Test
    void instancesAreCountedByWhatTheyWaitFor() {
        create(InstanceChanges.builder());
        create(InstanceChanges.builder().dueAt(time.instant().minusSeconds(5)));
        create(InstanceChanges.builder().dueAt(time.instant().minusSeconds(300)));
        create(InstanceChanges.builder().dueAt(time.instant().plusSeconds(300)));
        InstanceId aside = create(InstanceChanges.builder());
        store.commands().execute(aside, SuspendInstance.because("a person looks at it"));
        create(InstanceChanges.builder().fail("out of stock", null));

        try (FarmMeters meters = FarmMeters.start(store, time, registry)) {
            assertThat(meters).isNotNull();
            assertThat(figure("rehydrate.farm.suspended")).isNaN();
            assertThat(figure("rehydrate.farm.age")).isNaN();
            time.advance(Duration.ofMillis(1));
            awaitAge(0.5);

            assertThat(figure("rehydrate.farm.instances", "state", "initialized"))
                    .isEqualTo(6);
            assertThat(figure("rehydrate.farm.instances", "state", "completed")).isZero();
            assertThat(figure("rehydrate.farm.suspended")).isEqualTo(2);
            assertThat(figure("rehydrate.farm.failed")).isEqualTo(1);
            assertThat(figure("rehydrate.farm.due", "late", "0s")).isEqualTo(2);
            assertThat(figure("rehydrate.farm.due", "late", "1m")).isEqualTo(1);
            assertThat(figure("rehydrate.farm.due", "late", "10m")).isZero();
            assertThat(figure("rehydrate.farm.mailboxes")).isZero();
            assertThat(figure("rehydrate.farm.mailboxes.dead")).isZero();
            assertThat(figure("rehydrate.farm.mailboxes.letters")).isZero();
        }
    }

    @Test
    void aScrapeAsksNoStoreAndTheFarmIsCountedOnceInAPeriod() {
        int once;
        try (FarmMeters meters = FarmMeters.start(store, time, registry)) {
            assertThat(meters).isNotNull();
            time.advance(Duration.ofMillis(1));
            awaitAge(0.5);
            once = queries.get();
            for (int i = 0; i < 100; i++) {
                assertThat(figure("rehydrate.farm.suspended")).isZero();
            }
            time.advance(Duration.ofSeconds(59));
            assertThat(queries).hasValue(once);
            assertThat(figure("rehydrate.farm.age")).isGreaterThanOrEqualTo(59);

            time.advance(Duration.ofSeconds(2));
            awaitAge(2);
            assertThat(queries).hasValue(2 * once);
        }
        time.advance(Duration.ofMinutes(5));
        assertThat(queries).hasValue(2 * once);
    }

    @Test
    void aClosedStoreIsNotCountedAnyMore() {
        try (FarmMeters meters = FarmMeters.start(store, time, registry)) {
            assertThat(meters).isNotNull();
            store.close();
            time.advance(Duration.ofMinutes(3));

            assertThat(queries).hasValue(0);
            assertThat(figure("rehydrate.farm.suspended")).isNaN();
        }
    }

    /** Each question is a further query; those whose number is in the set are not answered. */
    private InstanceStore deafTo(Set<Integer> questions) {
        AtomicInteger asked = new AtomicInteger();
        return MemoryInstanceStore.open(StoreOptions.defaults()
                .withTime(time)
                .withDecorator(engine -> (StorageEngine) Proxy.newProxyInstance(
                        StorageEngine.class.getClassLoader(),
                        new Class<?>[] {StorageEngine.class},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("query") && questions.contains(asked.incrementAndGet())) {
                                return CompletableFuture.failedFuture(
                                        new StorageException(Effect.NONE, "the engine does not answer", null));
                            }
                            try {
                                return method.invoke(engine, arguments);
                            } catch (InvocationTargetException failure) {
                                throw failure.getCause();
                            }
                        })));
    }

    @Test
    void aCountThatCannotBeginIsRepeated() {
        AtomicBoolean fails = new AtomicBoolean();
        StoreOptions options = StoreOptions.defaults()
                .withTime(time)
                .withDecorator(engine -> new ForwardingEngine(engine) {
                    @Override
                    public Instant now() {
                        if (fails.get()) {
                            throw new UnsupportedOperationException("no clock at the moment");
                        }
                        return super.now();
                    }
                });
        try (InstanceStore real = MemoryInstanceStore.open(options);
                FarmMeters meters = FarmMeters.start(real, time, registry)) {
            assertThat(meters).isNotNull();
            fails.set(true);
            time.advance(Duration.ofMillis(1));
            fails.set(false);
            assertThat(figure("rehydrate.farm.age")).isNaN();

            time.advance(Duration.ofMinutes(6));

            awaitAge(360);
        }
    }

    @Test
    void aQuestionThatFailsTakesNothingFromTheOthers() {
        try (InstanceStore deaf = deafTo(Set.of(1));
                FarmMeters meters = FarmMeters.start(deaf, time, registry)) {
            assertThat(meters).isNotNull();
            time.advance(Duration.ofMillis(1));
            awaitAge(0.5);

            assertThat(registry.get("rehydrate.farm.instances").gauges())
                    .filteredOn(gauge -> Double.isNaN(gauge.value()))
                    .hasSize(1);
            assertThat(figure("rehydrate.farm.suspended")).isZero();
            assertThat(figure("rehydrate.farm.mailboxes")).isZero();

            time.advance(Duration.ofMinutes(5));
            awaitAge(60);
            assertThat(registry.get("rehydrate.farm.instances").gauges())
                    .noneMatch(gauge -> Double.isNaN(gauge.value()));
        }
    }

    @Test
    void whatHostsLeaveBehindIsCounted() {
        try (InstanceStore real = MemoryInstanceStore.open(StoreOptions.defaults());
                WorkflowHost host = Carts.host(real, "a", event -> {});
                FarmMeters meters = FarmMeters.start(
                        real, TimeSource.system(), registry, Tags.of("farm", "shop"), Duration.ofMillis(10))) {
            assertThat(meters).isNotNull();
            host.call(Carts.ADD, "7").replyOrThrow();
            assertThatThrownBy(() -> host.call(Carts.BREAK, "7")).isInstanceOf(TurnFailedException.class);
            host.post(Carts.LOOK, "8");

            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> figure("rehydrate.farm.failed", "farm", "shop") == 1
                            && figure("rehydrate.farm.mailboxes", "farm", "shop") == 1);
        }
    }

    @Test
    void theDeadLettersOfMailboxesAreAddedUp() {
        for (int dead = 0; dead < 3; dead++) {
            store.commands()
                    .execute(
                            InstanceId.random(),
                            CreateInstance.of(
                                    InstanceChanges.builder()
                                            .definition(DefinitionIdentity.of(Mailboxes.DEFINITION, "1.0"))
                                            .replaceData(Map.of(
                                                    Mailboxes.DEAD_LETTERS,
                                                    InstanceValue.of(dead).with(InstanceValue.Option.PROMOTED)))
                                            .build(),
                                    AfterSave.RELEASE));
        }
        try (FarmMeters meters = FarmMeters.start(store, time, registry)) {
            assertThat(meters).isNotNull();
            time.advance(Duration.ofMillis(1));
            awaitAge(0.5);

            assertThat(figure("rehydrate.farm.mailboxes")).isEqualTo(3);
            assertThat(figure("rehydrate.farm.mailboxes.dead")).isEqualTo(2);
            assertThat(figure("rehydrate.farm.mailboxes.letters")).isEqualTo(3);
        }
    }

    @Test
    void aPeriodIsPositive() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FarmMeters.start(store, time, registry, Tags.empty(), Duration.ZERO))
                .withMessage("the period must be positive: PT0S");
    }

    /** An application that is restarted within its process may keep the registry. */
    @Test
    void metersThatAreStartedAgainAreShown() {
        create(InstanceChanges.builder());
        FarmMeters.start(store, time, registry).close();

        try (FarmMeters again = FarmMeters.start(store, time, registry)) {
            assertThat(again).isNotNull();
            time.advance(Duration.ofMillis(1));
            awaitAge(0.5);

            assertThat(figure("rehydrate.farm.instances", "state", "initialized"))
                    .isEqualTo(1);
        }
    }
}
