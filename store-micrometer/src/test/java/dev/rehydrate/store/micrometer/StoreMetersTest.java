// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.store.CommandKind;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreMetersTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LEASE = StoreOptions.defaults().lease();

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryData data = new MemoryData();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final StoreMeters meters = StoreMeters.on(registry);
    private final FaultPlan faults = new FaultPlan();
    private final AtomicReference<StorageEngine> engine = new AtomicReference<>();
    private final InstanceStore store = open(meters);
    private final OwnerId owner = owner(store);
    private final InstanceId id = InstanceId.random();

    @Test
    void metersThatAreMadeTwiceInOneRegistryAddTheirStoresUp() {
        InstanceStore second = open(StoreMeters.on(registry));
        owner(second);
        InstanceStore apart = open(StoreMeters.on(registry, Tags.of("store", "orders")));
        owner(apart);

        assertThat(alive(Tags.empty())).isEqualTo(2);
        assertThat(alive(Tags.of("store", "orders"))).isEqualTo(1);
        assertThat(registry.find("rehydrate.durability").gauges().stream()
                        .filter(gauge -> gauge.getId().getTag("store") == null)
                        .mapToDouble(Gauge::value)
                        .sum())
                .isEqualTo(2);

        apart.close();
        second.close();
        assertThat(alive(Tags.empty())).isEqualTo(1);
        assertThat(alive(Tags.of("store", "orders"))).isZero();
    }

    private double alive(Tags tags) {
        return registry.find("rehydrate.owner.alive").gauges().stream()
                .filter(gauge -> Tags.of(gauge.getId().getTags()).equals(tags))
                .mapToDouble(Gauge::value)
                .sum();
    }

    private InstanceStore open(StoreMeters listener) {
        return MemoryInstanceStore.open(
                data,
                StoreOptions.defaults()
                        .withTime(time)
                        .withDecorator(plain -> {
                            engine.set(plain);
                            return faults.decorate(plain);
                        })
                        .withListener(listener));
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void whatCanBeKnownBeforehandIsThereWithZero() {
        MeterRegistry fresh = new SimpleMeterRegistry();
        StoreMeters.on(fresh);

        for (CommandKind command : CommandKind.values()) {
            assertThat(fresh.find("rehydrate.command")
                            .tag("command", tag(command))
                            .timers())
                    .hasSize(command.answers().size() + 2)
                    .allMatch(timer -> timer.count() == 0);
        }
        for (StoreMeter meter : StoreMeter.values()) {
            assertThat(fresh.find(meter.meterName()).meters())
                    .as(meter.meterName())
                    .hasSizeGreaterThanOrEqualTo(meter == StoreMeter.DURABILITY ? 0 : 1);
        }
        assertThat(fresh.get("rehydrate.hold.reclaimed").counter().count()).isZero();
        assertThat(fresh.get("rehydrate.owner.alive").gauge().value()).isZero();
    }

    private static String tag(CommandKind command) {
        return command.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Test
    void commandsAreTimedByAnswerAndPayloadsAddedUp() {
        run(id, create(text()));
        run(id, create(text()));
        run(id, LoadInstance.of(LoadMode.free()));

        assertThat(commands("create-instance", "saved")).isEqualTo(1);
        assertThat(commands("create-instance", "mismatch")).isEqualTo(1);
        assertThat(commands("load-instance", "loaded")).isEqualTo(1);
        assertThat(commands("create-owner", "done")).isEqualTo(1);
        var sent = registry.get("rehydrate.payload").tag("direction", "sent").summary();
        var received =
                registry.get("rehydrate.payload").tag("direction", "received").summary();
        assertThat(sent.count()).isEqualTo(2);
        assertThat(received.count()).isEqualTo(1);
        assertThat(sent.totalAmount()).isEqualTo(2 * received.totalAmount());
        assertThat(sent.getId().getBaseUnit()).isEqualTo("bytes");
    }

    private long commands(String command, String answer) {
        return registry.get("rehydrate.command")
                .tags("command", command, "answer", answer)
                .timer()
                .count();
    }

    @Test
    void aFailureIsAnAnswer() {
        faults.inject(Fault.HOLD_ANSWER, 1);
        var late = store.executeAsync(store.createHandle(owner, id), create(text()), TIMEOUT);
        assertThat(registry.get("rehydrate.command.active").gauge().value()).isEqualTo(1);
        time.advance(TIMEOUT);
        faults.open();

        assertThat(late).isCompletedExceptionally();
        var timer = registry.get("rehydrate.command")
                .tags("command", "create-instance", "answer", "outcome-unknown")
                .timer();
        assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(10);
        assertThat(registry.get("rehydrate.command.active").gauge().value()).isZero();
    }

    @Test
    void whatElseHappensIsCounted() {
        CreateInstance create = create(text().idleTtl(Duration.ofDays(1)));
        run(id, create);
        run(id, create);
        InstanceKey key = InstanceKey.random();
        Objects.requireNonNull(engine.get())
                .apply(SlotAddress.of(key), new ClaimKey(key, new KeyClaim(InstanceId.random(), 0), null, Set.of()));
        var wantsTheKey = store.executeAsync(
                store.createHandle(owner, InstanceId.random()),
                create(text().keys(KeyChanges.associating(key))),
                TIMEOUT);
        time.advance(Duration.ofSeconds(1));
        assertThat(wantsTheKey).isCompleted();
        run(id, LoadInstance.of(LoadMode.hold()));
        faults.inject(Fault.DIE, 1);
        time.advance(LEASE.multipliedBy(3));
        faults.open();
        InstanceStore other = open(meters);
        InstanceId broken = InstanceId.random();
        OwnerId another = owner(other);
        time.advance(LEASE.multipliedBy(2));
        other.execute(other.createHandle(another, id), LoadInstance.of(LoadMode.hold()), TIMEOUT)
                .snapshotOrThrow();
        other.execute(other.createHandle(another, broken), create(text()), TIMEOUT);
        other.execute(
                other.createHandle(another, broken),
                new SuspendInstance(CommandId.random(), "cannot be read", "UnreadableValue"),
                TIMEOUT);
        InstanceId idle = InstanceId.random();
        other.execute(other.createHandle(another, idle), create(text().idleTtl(Duration.ofSeconds(1))), TIMEOUT);
        time.advance(Duration.ofMinutes(1));
        other.close();
        meters.dataLost(new StoreListener.DataLost(12, 271, time.instant()));

        assertThat(counters())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "rehydrate.command.repeated", 1.0,
                        "rehydrate.claim.revoked", 1.0,
                        "rehydrate.hold.reclaimed", 1.0,
                        "rehydrate.instance.quarantined", 1.0,
                        "rehydrate.instance.expired", 1.0,
                        "rehydrate.owner.lost", 1.0,
                        "rehydrate.data.lost", 12.0));
    }

    private Map<String, Double> counters() {
        return registry.getMeters().stream()
                .filter(meter -> meter.getId().getType() == Meter.Type.COUNTER)
                .collect(Collectors.toMap(
                        meter -> meter.getId().getName(),
                        meter -> StreamSupport.stream(meter.measure().spliterator(), false)
                                .mapToDouble(measured -> measured.getValue())
                                .sum()));
    }

    @Test
    void gaugesAddUpTheStoresThatAreOpen() {
        assertThat(gauge("rehydrate.owner.alive")).isEqualTo(1);
        try (InstanceStore other = open(meters)) {
            owner(other);
            assertThat(gauge("rehydrate.owner.alive")).isEqualTo(2);
            assertThat(gauge("rehydrate.members")).isEqualTo(1);
            assertThat(registry.get("rehydrate.durability")
                            .tag("mode", "process")
                            .gauge()
                            .value())
                    .isEqualTo(2);
        }
        assertThat(gauge("rehydrate.owner.alive")).isEqualTo(1);
        store.close();
        assertThat(gauge("rehydrate.owner.alive")).isZero();
        assertThat(gauge("rehydrate.durability")).isZero();
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    @Test
    void nobodyIsATagAndStoresCanBeToldApart() {
        try (InstanceStore orders = open(StoreMeters.on(registry, Tags.of("store", "orders")))) {
            orders.execute(orders.createHandle(owner(orders), id), create(text()), TIMEOUT);
        }

        Set<String> keys = registry.getMeters().stream()
                .flatMap(meter -> meter.getId().getTags().stream())
                .map(Tag::getKey)
                .collect(Collectors.toSet());
        assertThat(keys).containsExactlyInAnyOrder("command", "answer", "direction", "mode", "store");
        assertThat(registry.getMeters())
                .flatExtracting(meter -> meter.getId().getTags())
                .extracting(Tag::getValue)
                .noneMatch(value -> value.contains(id.toString()) || value.contains(owner.toString()));
        assertThat(registry.find("rehydrate.command")
                        .tags("command", "create-instance", "answer", "saved")
                        .timers())
                .extracting(timer -> timer.getId().getTag("store"), Timer::count)
                .containsExactlyInAnyOrder(tuple("orders", 1L), tuple(null, 0L));
    }

    private <R> R run(InstanceId instance, PersistenceCommand<R> command) {
        return store.execute(store.createHandle(owner, instance), command, TIMEOUT);
    }

    private static InstanceChanges.Builder text() {
        return InstanceChanges.builder().replaceData(Map.of("text", InstanceValue.of("text")));
    }

    private static CreateInstance create(InstanceChanges.Builder changes) {
        return CreateInstance.of(changes.build(), AfterSave.RELEASE);
    }
}
