// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.TcpIpConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Two members of a farm in memory that have been apart, each with a directory in use, become one farm: the engine puts the slots of
 * one into the other, past all operations. The directory must then list what the slots hold.
 */
class MergedDirectoryTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String DOCUMENTS = "documents";
    private static final String RANK = "rank";
    private static final int RANKS = 5;
    private static final int EACH = 60;

    /** One of the members, with what a caller does there. */
    private static final class Side implements AutoCloseable {

        private final TestFarm farm = new TestFarm();
        private final HazelcastInstance member =
                farm.member(HazelcastStoreOptions.builder().backupCount(1), TestFarm::mergeSoon);
        private final AtomicReference<StorageEngine> engine = new AtomicReference<>();
        private final InstanceStore store =
                HazelcastInstanceStore.open(member, StoreOptions.defaults().withDecorator(plain -> {
                    engine.set(plain);
                    return plain;
                }));
        private final Random random;

        Side(int seed) {
            random = new Random(seed);
        }

        private OwnerId owner() {
            return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType(DOCUMENTS)), PATIENCE);
        }

        private InstanceChanges<InstanceValue> drawn() {
            int rank = random.nextInt(RANKS);
            InstanceChanges.Builder changes = InstanceChanges.builder()
                    .replaceData(Map.of(RANK, InstanceValue.of(rank).with(InstanceValue.Option.PROMOTED)));
            changes = random.nextBoolean() ? changes.dueAfter(Duration.ZERO) : changes.neverDue();
            return (random.nextInt(4) == 0 ? changes.suspend("drawn", null) : changes).build();
        }

        void create(List<InstanceId> ids) {
            OwnerId owner = owner();
            ids.forEach(id -> store.execute(
                            store.createHandle(owner, id), CreateInstance.of(drawn(), AfterSave.RELEASE), PATIENCE)
                    .receiptOrThrow());
        }

        void save(List<InstanceId> ids) {
            OwnerId owner = owner();
            ids.forEach(id -> store.execute(
                            store.createHandle(owner, id),
                            new SaveInstance(CommandId.random(), drawn(), Expected.any(), AfterSave.RELEASE),
                            PATIENCE)
                    .receiptOrThrow());
        }

        Set<InstanceId> listed(InstanceQuery.Builder query) {
            InstancePage page = store.execute(
                    store.createHandle(owner()),
                    QueryInstances.of(query.page(0, 1000).build()),
                    PATIENCE);
            Set<InstanceId> ids = new HashSet<>();
            page.entries().forEach(entry -> ids.add(entry.header().id()));
            assertThat(page.total()).isEqualTo(ids.size());
            return ids;
        }

        Set<InstanceId> due() throws Exception {
            Set<InstanceId> due = new HashSet<>();
            engine.get()
                    .scan(new SlotScan.ToRun(DOCUMENTS, DefinitionFilter.any(), Set.of()), 10_000)
                    .toCompletableFuture()
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .forEach(at -> due.add(at.instance()));
            return due;
        }

        /** What the slots hold, read one by one. */
        List<InstanceSnapshot> slots(List<InstanceId> ids) {
            OwnerId owner = owner();
            return ids.stream()
                    .flatMap(id -> store
                            .execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.peek()), PATIENCE)
                            .loaded()
                            .stream())
                    .toList();
        }

        void requireExact(List<InstanceId> ids) throws Exception {
            List<InstanceSnapshot> slots = slots(ids);
            assertThat(slots).hasSize(ids.size());
            assertThat(listed(InstanceQuery.builder())).isEqualTo(which(slots, all -> true));
            assertThat(listed(InstanceQuery.builder().in(InstanceState.INITIALIZED)))
                    .isEqualTo(which(slots, all -> true));
            assertThat(listed(InstanceQuery.builder().suspended(true)))
                    .isEqualTo(which(slots, slot -> slot.header().suspension() != null));
            for (int rank = 0; rank < RANKS; rank++) {
                PromotedValue wanted = PromotedValue.of(rank);
                assertThat(listed(InstanceQuery.builder().where(PromotedCondition.equal(RANK, rank))))
                        .isEqualTo(which(
                                slots,
                                slot -> wanted.equals(slot.data().promoted().get(RANK))));
            }
            assertThat(due())
                    .isEqualTo(which(
                            slots,
                            slot -> slot.header().dueAt() != null
                                    && slot.header().suspension() == null));
        }

        private static Set<InstanceId> which(List<InstanceSnapshot> slots, Predicate<InstanceSnapshot> condition) {
            Set<InstanceId> ids = new HashSet<>();
            slots.stream().filter(condition).forEach(slot -> ids.add(slot.id()));
            return ids;
        }

        @Override
        public void close() {
            store.close();
            farm.close();
        }
    }

    private static void introduce(Side side, Side other) {
        TcpIpConfig known = side.member.getConfig().getNetworkConfig().getJoin().getTcpIpConfig();
        other.farm.addresses().forEach(known::addMember);
    }

    private static List<InstanceId> ids() {
        return Stream.generate(InstanceId::random).limit(EACH).toList();
    }

    /** Either member may be the one that gives up its farm; the one that has saved last is not always the same. */
    @RepeatedTest(2)
    void afterAMergeTheDirectoryListsWhatTheSlotsHold(RepetitionInfo repetition) throws Exception {
        List<InstanceId> ofBoth = ids();
        List<InstanceId> ofOne = ids();
        List<InstanceId> ofOther = ids();
        try (Side one = new Side(repetition.getCurrentRepetition());
                Side other = new Side(-repetition.getCurrentRepetition())) {
            one.create(ofBoth);
            one.create(ofOne);
            other.create(ofOther);
            other.create(ofBoth.subList(0, EACH / 2));
            other.save(ofOther);
            one.requireExact(Stream.concat(ofBoth.stream(), ofOne.stream()).toList());
            other.requireExact(Stream.concat(ofBoth.subList(0, EACH / 2).stream(), ofOther.stream())
                    .toList());

            introduce(one, other);
            introduce(other, one);
            Awaitility.await("one farm").atMost(PATIENCE).until(() -> isWhole(one) && isWhole(other));

            List<InstanceId> all = new ArrayList<>(ofBoth);
            all.addAll(ofOne);
            all.addAll(ofOther);
            Awaitility.await("what one brings")
                    .atMost(PATIENCE)
                    .until(() -> one.slots(all).size() == all.size());
            one.requireExact(all);
            other.requireExact(all);

            one.save(all.subList(0, EACH));
            other.requireExact(all);
        }
    }

    private static boolean isWhole(Side side) {
        return side.member.getCluster().getMembers().size() == 2
                && side.member.getPartitionService().isClusterSafe()
                && side.member.getLifecycleService().isRunning();
    }
}
