// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.instance.impl.LifecycleServiceImpl;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.NearCopies;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store whose member leaves its cluster for another one answers from nothing that it has kept of the first. */
class MergingStoreTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofDays(1);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));

    private static void save(InstanceStore store, InstanceId id, int number) {
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        InstanceChanges<InstanceValue> data = InstanceChanges.data(Map.of("number", number));
        store.execute(
                        store.createHandle(owner, id),
                        new SaveInstance(CommandId.random(), data, Expected.any(), AfterSave.RELEASE),
                        PATIENCE)
                .receiptOrThrow();
    }

    private static int nearest(InstanceStore store, InstanceId id) {
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        return store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.free()), PATIENCE)
                .loaded()
                .orElseThrow()
                .data()
                .get("number", Integer.class);
    }

    /** An instance that this member has no copy of. */
    private static InstanceId elsewhere(HazelcastInstance member) {
        return Stream.generate(InstanceId::random)
                .filter(id -> {
                    UUID key = Addresses.key(SlotAddress.of(id));
                    Member owner =
                            member.getPartitionService().getPartition(key).getOwner();
                    return owner != null && !owner.localMember();
                })
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(names = {"MERGING", "MERGED", "MERGE_FAILED"})
    void nearCopiesEndWhenTheMemberMerges(LifecycleState state) {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance other =
                    farm.member(HazelcastStoreOptions.builder().backupCount(0));
            HazelcastInstance merging =
                    farm.member(HazelcastStoreOptions.builder().backupCount(0));
            HazelcastStoreOptions near = HazelcastStoreOptions.builder()
                    .store(StoreOptions.defaults().withTime(time))
                    .nearCopies(10)
                    .nearCopyAge(LONG)
                    .build();
            InstanceId id = elsewhere(merging);
            try (InstanceStore store = HazelcastInstanceStore.open(merging, near);
                    InstanceStore writer = HazelcastInstanceStore.open(other, StoreOptions.defaults())) {
                save(writer, id, 1);
                assertThat(nearest(store, id)).isEqualTo(1);
                save(writer, id, 2);
                assertThat(nearest(store, id))
                        .as("a copy, or this test shows nothing")
                        .isEqualTo(1);

                LifecycleServiceImpl lifecycle =
                        ((HazelcastInstanceProxy) merging).getOriginal().getLifecycleService();
                lifecycle.fireLifecycleEvent(state);

                assertThat(nearest(store, id)).isEqualTo(2);
            }
        }
    }

    @Test
    void anAnswerThatIsOnItsWayWhenTheCopiesEndIsNotKept() {
        NearCopies copies = new NearCopies(10, LONG, time);
        UUID at = UUID.randomUUID();
        NearCopies.Copy asked = copies.ask(at, ValueSelection.all());
        KeyClaim claim = new KeyClaim(new InstanceId(7, 1), 1);
        Slot claimed = new Slot(null, claim, 0, CommandHistory.EMPTY, null, Instant.EPOCH, null);

        copies.clear();
        copies.answered(at, asked, claimed);

        assertThat(copies.find(at, ValueSelection.all())).isNull();
    }
}
