// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.TcpIpConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.map.impl.MapService;
import com.hazelcast.map.impl.recordstore.Storage;
import com.hazelcast.spi.impl.NodeEngine;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
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
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.majority.FarmTerms;
import dev.rehydrate.store.hazelcast.slot.PutSlot;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.term.Term;
import java.time.Duration;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Parts of a protected farm that come together again: what the later majority has stays, whatever its numbers. */
class ProtectedMergeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private final InstanceId saved = InstanceId.random();
    private final InstanceId completed = InstanceId.random();
    private final InstanceId created = InstanceId.random();

    private static HazelcastInstance member(TestFarm farm) {
        return farm.member(
                HazelcastStoreOptions.builder().durability(Durability.PROTECTED).farmSize(3), TestFarm::mergeSoon);
    }

    /** The list is read again whenever a member looks for other halves. */
    private static void introduce(HazelcastInstance member, List<String> addresses) {
        TcpIpConfig known = member.getConfig().getNetworkConfig().getJoin().getTcpIpConfig();
        addresses.forEach(known::addMember);
    }

    /** Two members, which answer. */
    private static HazelcastInstance majority(TestFarm farm) {
        HazelcastInstance first = member(farm);
        member(farm);
        TestFarm.awaitAnswers(first);
        return first;
    }

    /** As if so many other majorities had been there before. */
    private static void advanceTerm(TestFarm farm, long number) {
        Set<UUID> ids = farm.members().stream()
                .map(member -> member.getCluster().getLocalMember().getUuid())
                .collect(Collectors.toSet());
        farm.members().forEach(member -> FarmTerms.of(member).state().adopt(new Term(number, ids)));
    }

    private static InstanceChanges<InstanceValue> data(int number) {
        return InstanceChanges.data(Map.of("number", number));
    }

    private static InstanceHandle handle(InstanceStore store, InstanceId id) {
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        return store.createHandle(owner, id);
    }

    private static void save(InstanceStore store, InstanceId id, int first, int last) {
        for (int number = first; number <= last; number++) {
            InstanceHandle handle = handle(store, id);
            store.execute(
                            handle,
                            new SaveInstance(CommandId.random(), data(number), Expected.any(), AfterSave.RELEASE),
                            PATIENCE)
                    .receiptOrThrow();
        }
    }

    private static void complete(InstanceStore store, InstanceId id) {
        InstanceHandle handle = handle(store, id);
        store.execute(handle, LoadInstance.of(LoadMode.hold()), PATIENCE).snapshotOrThrow();
        store.execute(handle, CompleteInstance.now(), PATIENCE).receiptOrThrow();
    }

    /** Asks the owner of the slot; -1 if there is no such instance. */
    private static int numberOf(InstanceStore store, InstanceId id) {
        return store.execute(handle(store, id), LoadInstance.of(LoadMode.authoritative()), PATIENCE)
                .loaded()
                .map(snapshot -> snapshot.data().get("number", Integer.class))
                .orElse(-1);
    }

    private static InstanceStore open(HazelcastInstance member) {
        return HazelcastInstanceStore.open(member, StoreOptions.defaults());
    }

    private static void loseTheOther(TestFarm farm, HazelcastInstance survivor) {
        farm.loseAllBut(survivor);
        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .until(() -> survivor.getCluster().getMembers().size() == 1);
    }

    private static void awaitOneFarm(HazelcastInstance one, HazelcastInstance other, int size) {
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> one.getCluster().getMembers().size() == size
                        && other.getCluster().getMembers().size() == size
                        && !FarmTerms.of(one).state().isReturning()
                        && !FarmTerms.of(other).state().isReturning());
        TestFarm.awaitAnswers(one);
        TestFarm.awaitAnswers(other);
    }

    @Test
    void whatTheMajorityHasStaysWhateverACutOffMemberDidInDoubt() {
        try (TestFarm cutOff = new TestFarm();
                TestFarm farm = new TestFarm()) {
            HazelcastInstance lost = majority(cutOff);
            HazelcastInstance serving = majority(farm);
            try (InstanceStore doubtful = open(lost);
                    InstanceStore store = open(serving)) {
                save(store, saved, 11, 12);
                save(store, completed, 11, 13);
                // Later lives and more saves: by its numbers all of this would stay.
                save(doubtful, saved, 1, 5);
                save(doubtful, completed, 1, 1);
                complete(doubtful, completed);
                save(doubtful, created, 1, 1);
                loseTheOther(cutOff, lost);
                advanceTerm(farm, 100);

                introduce(lost, farm.addresses());
                introduce(serving, cutOff.addresses());
                awaitOneFarm(lost, serving, 3);

                for (InstanceStore asked : List.of(store, doubtful)) {
                    assertThat(numberOf(asked, saved)).isEqualTo(12);
                    assertThat(numberOf(asked, completed)).isEqualTo(13);
                    assertThat(numberOf(asked, created)).isEqualTo(-1);
                }
                assertThat(FarmTerms.of(serving).current()).isGreaterThan(100);
            }
        }
    }

    /** The one that has served last may be the one that joins the other: its data must get there all the same. */
    @RepeatedTest(2)
    void afterTwoPartitionsInARowTheDataOfTheLaterMajorityStays(RepetitionInfo repetition) {
        try (TestFarm oneFarm = new TestFarm();
                TestFarm otherFarm = new TestFarm()) {
            HazelcastInstance one = majority(oneFarm);
            HazelcastInstance other = majority(otherFarm);
            boolean oneIsLater = repetition.getCurrentRepetition() == 1;
            try (InstanceStore first = open(one);
                    InstanceStore second = open(other)) {
                InstanceStore later = oneIsLater ? first : second;
                InstanceStore stale = oneIsLater ? second : first;
                save(later, saved, 11, 12);
                save(later, completed, 11, 13);
                save(later, created, 11, 11);
                save(stale, saved, 1, 5);
                save(stale, completed, 1, 1);
                complete(stale, completed);
                advanceTerm(oneIsLater ? oneFarm : otherFarm, 100);
                loseTheOther(oneFarm, one);
                loseTheOther(otherFarm, other);

                introduce(one, otherFarm.addresses());
                introduce(other, oneFarm.addresses());
                awaitOneFarm(one, other, 2);

                for (InstanceStore asked : List.of(first, second)) {
                    assertThat(numberOf(asked, saved)).isEqualTo(12);
                    assertThat(numberOf(asked, completed)).isEqualTo(13);
                    assertThat(numberOf(asked, created)).isEqualTo(11);
                }
            }
        }
    }

    @Test
    void whatAMajorityHasPromisedNotToAcceptIsNotAcceptedAndTheCallerDoesNotKnow() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance owner = majority(farm);
            HazelcastInstance backup = farm.members().stream()
                    .filter(member -> member != owner)
                    .findFirst()
                    .orElseThrow();
            long term = FarmTerms.of(owner).required();
            assertThat(FarmTerms.of(backup).state().vote(term + 1).granted()).isTrue();

            Map.Entry<UUID, StoredSlot> copy = new SimpleEntry<>(new UUID(1, 2), null);
            PutSlot put = new PutSlot(new StoredSlot(Slot.EMPTY), term);
            put.setHazelcastInstance(backup);
            assertThatThrownBy(() -> put.process(copy)).hasMessageContaining("is over");
        }
    }

    @Test
    void whatIsReadIsOnTheBackupsWhenItIsShown() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance owner = majority(farm);
            try (InstanceStore store = open(owner)) {
                save(store, saved, 1, 1);
                HazelcastInstance holder = ownerOf(farm, saved);
                HazelcastInstance backup = farm.members().stream()
                        .filter(member -> member != holder)
                        .findFirst()
                        .orElseThrow();
                copies(backup, saved).clear();

                assertThat(numberOf(store, saved)).isEqualTo(1);

                assertThat(copies(backup, saved).size()).isEqualTo(1);
            }
        }
    }

    private static HazelcastInstance ownerOf(TestFarm farm, InstanceId id) {
        UUID key = Addresses.key(SlotAddress.of(id));
        return farm.members().stream()
                .filter(member -> member.getPartitionService()
                        .getPartition(key)
                        .getOwner()
                        .localMember())
                .findFirst()
                .orElseThrow();
    }

    private static Storage<?, ?> copies(HazelcastInstance member, InstanceId id) {
        NodeEngine engine = FarmTerms.of(member).engine();
        MapService maps = engine.getService(MapService.SERVICE_NAME);
        Data key = engine.toData(Addresses.key(SlotAddress.of(id)));
        return maps.getMapServiceContext()
                .getPartitionContainer(engine.getPartitionService().getPartitionId(key))
                .getExistingRecordStore(MapNames.SLOTS)
                .getStorage();
    }
}
