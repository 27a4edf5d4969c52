// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client whose farm ends, with all that was in its memory, and begins anew at the same address. */
final class RestartedFarmTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestFarm farm = new TestFarm();
    private final HazelcastStoreOptionsBuilder settings = settings();

    private static HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder().clusterName("restarted");
    }

    /** With copies that last. */
    private static InstanceStore client(String address) {
        return HazelcastInstanceStore.start(settings()
                .mode(HazelcastStoreOptions.Mode.CLIENT)
                .members(List.of(address))
                .nearCopies(10)
                .nearCopyAge(Duration.ofDays(1))
                .build());
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), CreateOwner.of(OwnerDescription.anonymous()), PATIENCE);
    }

    private static SaveOutcome save(InstanceStore store, InstanceId id, int number, Expected expected) {
        return store.execute(
                store.createHandle(owner(store), id),
                new SaveInstance(
                        CommandId.random(),
                        InstanceChanges.data(Map.of("number", number)),
                        expected,
                        AfterSave.RELEASE),
                PATIENCE);
    }

    private static LoadOutcome free(InstanceStore store, InstanceId id) {
        return store.execute(store.createHandle(owner(store), id), LoadInstance.of(LoadMode.free()), PATIENCE);
    }

    private static int numberOf(LoadOutcome outcome) {
        return outcome.loaded().orElseThrow().data().get("number", Integer.class);
    }

    @Test
    void aClientAnswersNothingFromTheEarlierFarm() {
        HazelcastInstance earlier = farm.member(settings);
        String address = TestFarm.address(earlier);
        InstanceId created = InstanceId.random();
        InstanceId gone = InstanceId.random();
        try (InstanceStore store = client(address)) {
            Revision first =
                    save(store, created, 1, Expected.absent()).receiptOrThrow().revision();
            save(store, gone, 1, Expected.absent()).receiptOrThrow();
            assertThat(List.of(numberOf(free(store, created)), numberOf(free(store, gone))))
                    .containsOnly(1);

            earlier.getLifecycleService().terminate();
            HazelcastInstance later = farm.start(
                    ClusterConfig.member(settings.port(portOf(address)).build()));
            try (InstanceStore other = HazelcastInstanceStore.open(later, StoreOptions.defaults())) {
                save(other, created, 2, Expected.absent()).receiptOrThrow();

                Awaitility.await("the client is there again")
                        .atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> numberOf(free(store, created)) == 2);
                assertThat(free(store, gone).loaded()).isEmpty();
                assertThat(save(store, created, 3, Expected.revision(first))).isInstanceOf(SaveOutcome.Mismatch.class);
            }
        }
    }

    private static int portOf(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }
}
