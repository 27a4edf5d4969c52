// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.genericrecord.GenericRecordBuilder;
import com.hazelcast.query.Predicate;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.stranger.ExternalA;
import dev.rehydrate.stranger.Initialized;
import dev.rehydrate.stranger.NamedA;
import dev.rehydrate.stranger.ProcessorA;
import dev.rehydrate.stranger.TaskA;
import dev.rehydrate.stranger.ValueA;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that can connect can send anything; no object is made of it. */
class ForeignObjectTest {

    private static final Duration TIMEOUT = TestFarm.PATIENCE;
    /** An answer that the engine has lost is reported by it after a minute, as something else. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final TestFarm FARM = new TestFarm();

    private static HazelcastInstance member;
    private static HazelcastInstance other;
    private static HazelcastInstance client;
    private static IMap<Object, Object> raw;
    private static HazelcastInstance stranger;
    private static Forged forged;

    @BeforeAll
    static void start() {
        member = FARM.member(HazelcastStoreOptions.builder());
        other = FARM.member(HazelcastStoreOptions.builder());
        client = FARM.client(HazelcastStoreOptions.builder());
        stranger = FARM.stranger();
        raw = stranger.getMap(MapNames.SLOTS);
        forged = new Forged(stranger);
        assertThat(raw.size()).isZero();
        assertThat(client.getMap(MapNames.SLOTS).size()).isZero();
    }

    @AfterAll
    static void stop() {
        FARM.close();
    }

    private static void assertRefused(ThrowingSupplier<?> attempt) {
        Throwable refusal = catchThrowable(() -> assertTimeoutPreemptively(SOON, attempt));

        assertThat(refusal).hasStackTraceContaining(HazelcastSerializationException.class.getName());
        assertThat(Initialized.NAMES).allMatch(name -> name.endsWith("A"));
    }

    @ParameterizedTest
    @MethodSource
    void whatNamesAClassIsRefusedAndTheClassIsNotInitialized(ThrowingSupplier<?> attempt) {
        assertRefused(attempt);
    }

    static Stream<Named<ThrowingSupplier<?>>> whatNamesAClassIsRefusedAndTheClassIsNotInitialized() {
        return Stream.of(
                Named.of("a Serializable in place of a slot", () -> forged.put(new ValueA())),
                Named.of("an Externalizable in place of a slot", () -> forged.put(new ExternalA())),
                Named.of("a DataSerializable, by name", () -> forged.put(new NamedA())),
                Named.of("a class itself", () -> forged.put(ValueA.class)),
                Named.of("an entry processor", () -> forged.execute(new ProcessorA())),
                Named.of("a DataSerializable as entry processor", () -> forged.execute(new NamedA())),
                Named.of("a task", () -> forged.submit(new TaskA())),
                Named.of("a DataSerializable as task", () -> forged.submit(new NamedA())));
    }

    @ParameterizedTest
    @MethodSource
    void whatRunsCodeIsRefused(ThrowingSupplier<?> attempt) {
        assertRefused(attempt);
    }

    static Stream<Named<ThrowingSupplier<?>>> whatRunsCodeIsRefused() {
        EntryProcessor<Object, Object, Object> processor = entry -> "ran";
        Callable<Object> task = (Callable<Object> & Serializable) () -> "ran";
        Predicate<Object, Object> predicate = entry -> true;
        return Stream.of(
                Named.of("a lambda as entry processor", () -> raw.executeOnKey(UUID.randomUUID(), processor)),
                Named.of("a lambda as task", () -> submit(stranger, task)),
                Named.of("a lambda as predicate", () -> raw.values(predicate)));
    }

    @Test
    void aProxyIsNotEvenDefined() {
        InvocationHandler handler = (InvocationHandler & Serializable) (proxy, method, arguments) -> "ran";
        Class<?>[] face = {Comparable.class};
        Object proxy = Proxy.newProxyInstance(ForeignObjectTest.class.getClassLoader(), face, handler);

        Throwable refusal = catchThrowable(() -> raw.put(UUID.randomUUID(), proxy));

        assertThat(refusal).hasStackTraceContaining("java.lang.NoClassDefFoundError: java/lang/reflect/Proxy");
    }

    private static Object submit(HazelcastInstance from, Callable<Object> task) throws Exception {
        return from.getExecutorService("any").submitToKeyOwner(task, "key").get();
    }

    @Test
    void aRecordThatNamesAClassBecomesNoObjectOfIt() {
        UUID key = UUID.randomUUID();

        raw.put(
                key,
                GenericRecordBuilder.compact("dev.rehydrate.stranger.ValueB")
                        .setInt32("x", 1)
                        .build());

        assertThat(member.getMap(MapNames.SLOTS).containsKey(key)).isTrue();
        assertThat(Initialized.NAMES).doesNotContain("ValueB");
        raw.delete(key);
        assertThat(raw.containsKey(key)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsNotASlotIsNoInstanceAndHarmsNoOther(boolean byClient) {
        InstanceId squatted = InstanceId.random();
        UUID key = Addresses.key(SlotAddress.of(squatted));
        raw.put(key, "no slot");

        try (InstanceStore store = HazelcastInstanceStore.open(byClient ? client : member, StoreOptions.defaults())) {
            OwnerId owner = owner(store);
            InstancePage page = store.execute(
                    store.createHandle(owner),
                    new QueryInstances(InstanceQuery.builder().build()),
                    TIMEOUT);

            Stream.<PersistenceCommand<?>>of(
                            LoadInstance.of(LoadMode.hold()),
                            LoadInstance.of(LoadMode.free()),
                            CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE))
                    .forEach(command -> assertThat(catchThrowable(
                                    () -> store.execute(store.createHandle(owner, squatted), command, TIMEOUT)))
                            .isInstanceOf(CorruptRecordException.class)
                            .hasMessageContainingAll(
                                    "something that no store has written",
                                    "java.lang.String",
                                    key.toString(),
                                    "instance=" + squatted,
                                    "nothing was changed")
                            .extracting(failure -> ((CorruptRecordException) failure).effect())
                            .isEqualTo(Effect.NONE));
            assertThat(page.entries()).isEmpty();
            assertThat(raw.get(key)).isEqualTo("no slot");
        }
        raw.delete(key);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsNotASlotIsDiscardedIfAPersonSaysSo(boolean byClient) {
        InstanceId squatted = InstanceId.random();
        UUID key = Addresses.key(SlotAddress.of(squatted));
        UUID neighbour = UUID.randomUUID();
        raw.put(key, "no slot");
        raw.put(neighbour, "no slot either");

        try (InstanceStore store = HazelcastInstanceStore.open(byClient ? client : member, StoreOptions.defaults())) {
            assertThat(store.repair().discardDamaged(squatted))
                    .succeedsWithin(TIMEOUT)
                    .isEqualTo(true);
            assertThat(store.repair().discardDamaged(squatted))
                    .succeedsWithin(TIMEOUT)
                    .isEqualTo(false);

            assertThat(raw.containsKey(key)).isFalse();
            assertThat(raw.get(neighbour)).isEqualTo("no slot either");
            store.commands()
                    .execute(squatted, CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE))
                    .receiptOrThrow();
            assertThat(store.repair().discardDamaged(squatted))
                    .succeedsWithin(TIMEOUT)
                    .isEqualTo(false);
            assertThat(store.commands().execute(squatted, LoadInstance.read()).loaded())
                    .isPresent();
        }
        raw.delete(key);
        raw.delete(neighbour);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsNotASlotKeepsNoHostFromRunning(boolean byClient) {
        UUID key = UUID.randomUUID();
        raw.put(key, "no slot");

        try (InstanceStore store = HazelcastInstanceStore.open(byClient ? client : member, StoreOptions.defaults())) {
            assertThat(store.execute(store.createHandle(owner(store)), LoadRunnable.now(), TIMEOUT)
                            .loaded())
                    .isEmpty();
        }
        raw.delete(key);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsNotATableOfOwnersIsRefused(boolean byClient) {
        // Nothing is asked for what was there: a stranger could not read it.
        stranger.getMap(MapNames.OWNERS).set("owners", "no table");

        try (InstanceStore store = HazelcastInstanceStore.open(byClient ? client : member, StoreOptions.defaults())) {
            assertThat(catchThrowable(() -> owner(store)))
                    .isInstanceOf(CorruptRecordException.class)
                    .hasMessageContaining("table of owners");
        } finally {
            stranger.getMap(MapNames.OWNERS).delete("owners");
        }
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    }

    @Test
    void whatIsNotASlotCanBeRemovedAgain() {
        UUID key = UUID.randomUUID();

        raw.put(key, "no slot");
        raw.put(key, "still none");
        raw.delete(key);

        assertThat(raw.containsKey(key)).isFalse();
    }

    @Test
    void aClientOfOursDoesNotEvenSendIt() {
        IMap<Object, Object> map = client.getMap("any");

        Throwable refusal = catchThrowable(() -> map.put("key", new ValueA()));

        assertThat(refusal).hasRootCauseMessage("a cluster of Rehydrate keeps no dev.rehydrate.stranger.ValueA");
    }

    @Test
    void aFailureOnAnotherMemberArrivesAsWhatItWas() {
        IMap<Object, Object> embedded = member.getMap(MapNames.SLOTS);
        UUID elsewhere = Stream.generate(UUID::randomUUID)
                .filter(key ->
                        other.getPartitionService().getPartition(key).getOwner().localMember())
                .findFirst()
                .orElseThrow();

        Throwable failure = catchThrowable(() -> assertTimeoutPreemptively(SOON, () -> embedded.unlock(elsewhere)));

        assertThat(failure).isInstanceOf(IllegalMonitorStateException.class);
    }
}
