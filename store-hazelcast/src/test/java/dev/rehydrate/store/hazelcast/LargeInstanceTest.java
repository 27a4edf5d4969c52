// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.UnwritableValueException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Instances of many megabytes, from members and clients, and the limit. */
class LargeInstanceTest {

    private static final int MIB = 1024 * 1024;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final HazelcastStoreOptionsBuilder SETTINGS =
            HazelcastStoreOptions.builder().payloadLimit(40 * MIB);
    private static final TestFarm FARM = new TestFarm();
    private static final HazelcastInstance FIRST = FARM.member(SETTINGS);
    private static final HazelcastInstance SECOND = FARM.member(SETTINGS);
    private static final HazelcastInstance CLIENT = FARM.client(SETTINGS);

    @AfterAll
    static void stop() {
        FARM.close();
    }

    private static byte[] noise(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    static Stream<Arguments> waysIn() {
        return Stream.of(FIRST, CLIENT).flatMap(way -> Stream.of(4, 32).map(mib -> Arguments.of(way, mib)));
    }

    @ParameterizedTest(name = "{1} MiB")
    @MethodSource("waysIn")
    void whatIsSavedHereCanBeLoadedThere(HazelcastInstance way, int mib) {
        byte[] large = noise(mib * MIB);
        InstanceId id = InstanceId.random();

        try (InstanceStore here =
                        HazelcastInstanceStore.open(way, SETTINGS.build().store());
                InstanceStore there =
                        HazelcastInstanceStore.open(SECOND, SETTINGS.build().store())) {
            here.execute(
                            here.createHandle(owner(here), id),
                            CreateInstance.of(InstanceChanges.data(Map.of("large", large)), AfterSave.RELEASE),
                            TIMEOUT)
                    .receiptOrThrow();

            byte[] loaded = there.execute(
                            there.createHandle(owner(there), id), LoadInstance.of(LoadMode.hold()), TIMEOUT)
                    .snapshotOrThrow()
                    .data()
                    .get("large", byte[].class);

            assertThat(loaded).isEqualTo(large);
        }
    }

    @ParameterizedTest(name = "{0} bytes over")
    @ValueSource(ints = {1, MIB})
    void whatIsOverTheLimitIsNotSent(int over) {
        try (InstanceStore store =
                HazelcastInstanceStore.open(CLIENT, SETTINGS.build().store())) {
            InstanceChanges<InstanceValue> changes = InstanceChanges.data(Map.of("large", new byte[40 * MIB + over]));
            InstanceId id = InstanceId.random();
            OwnerId owner = owner(store);

            assertThatThrownBy(() -> store.execute(
                            store.createHandle(owner, id), CreateInstance.of(changes, AfterSave.RELEASE), TIMEOUT))
                    .isInstanceOf(UnwritableValueException.class)
                    .hasMessageContaining("large");

            assertThat(FIRST.getMap(MapNames.SLOTS).containsKey(Addresses.key(SlotAddress.of(id))))
                    .isFalse();
        }
    }
}
