// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.TcpIpConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.majority.MergedInstances;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Two members of a farm in memory are apart, and become one farm again. What only one of them has changed meanwhile is then as it has
 * left it, whichever of the two gives up its side.
 */
final class MergedInstancesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SOME = 20;

    /** One of the members, with what a caller does there. */
    private static final class Side implements AutoCloseable {

        private final TestFarm farm = new TestFarm();
        private final HazelcastInstance member =
                farm.member(HazelcastStoreOptions.builder().backupCount(1), TestFarm::mergeSoon);
        private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
        private final InstanceStore store = HazelcastInstanceStore.open(
                member, StoreOptions.defaults().withTime(time).withLease(MergedInstances.QUIET.multipliedBy(10)));
        private final OwnerId owner =
                store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);

        void save(InstanceId id, KeyChanges<InstanceValue> keys) {
            InstanceChanges<InstanceValue> changes = InstanceChanges.builder()
                    .replaceData(Map.of("text", InstanceValue.of("saved")))
                    .keys(keys)
                    .build();
            run(id, SaveInstance.of(changes, AfterSave.RELEASE)).receiptOrThrow();
        }

        <R> R run(InstanceId id, PersistenceCommand<R> command) {
            return store.execute(store.createHandle(owner, id), command, PATIENCE);
        }

        InstanceHandle hold(InstanceId id) {
            InstanceHandle handle = store.createHandle(owner, id);
            store.execute(handle, LoadInstance.hold(), PATIENCE).snapshotOrThrow();
            return handle;
        }

        InstanceSnapshot peek(InstanceId id) {
            return run(id, LoadInstance.of(LoadMode.peek())).snapshotOrThrow();
        }

        boolean isThere(InstanceId id) {
            return run(id, LoadInstance.of(LoadMode.peek())).loaded().isPresent();
        }

        InstanceId find(InstanceKey key) {
            return store.execute(
                            store.createHandle(owner), LoadInstanceByKey.of(key, LoadMode.authoritative()), PATIENCE)
                    .snapshotOrThrow()
                    .id();
        }

        /** Lets this side have what the other one has, as before a split. */
        void copy(Side other) {
            for (String map : List.of(MapNames.SLOTS, MapNames.OWNERS)) {
                other.member
                        .getMap(map)
                        .forEach((key, value) -> member.getMap(map).putIfAbsent(key, value));
            }
        }

        @Override
        public void close() {
            store.close();
            farm.close();
        }
    }

    /** What was there before the split, and what one side makes of it. */
    private static final class Change {

        private final InstanceId former = InstanceId.random();
        private final InstanceId next = InstanceId.random();
        private final InstanceId created = InstanceId.random();
        private final InstanceKey moved = InstanceKey.random();
        private final InstanceId held = InstanceId.random();
        private final InstanceId completed = InstanceId.random();
        private final InstanceId kept = InstanceId.random();
        private final InstanceId deleted = InstanceId.random();
        private final InstanceId anew = InstanceId.random();
        private final InstanceId touched = InstanceId.random();
        private final InstanceId suspended = InstanceId.random();
        private final InstanceId saved = InstanceId.random();
        private final SaveInstance save =
                SaveInstance.of(InstanceChanges.data(Map.of("text", "late")), AfterSave.RELEASE);
        private final Side side;
        private final InstanceHandle handle;
        private @Nullable SaveReceipt receipt;

        Change(Side side) {
            this.side = side;
            side.save(former, KeyChanges.associating(moved));
            side.save(next, KeyChanges.none());
            Stream.of(completed, kept, deleted, anew, touched, suspended, saved, held)
                    .forEach(id -> side.save(id, KeyChanges.none()));
            handle = side.hold(held);
        }

        void make() {
            side.save(former, KeyChanges.releasing(moved));
            side.save(next, KeyChanges.associating(moved));
            side.store.execute(handle, ReleaseInstance.now(), PATIENCE);
            side.run(completed, CompleteInstance.now()).receiptOrThrow();
            side.run(kept, CompleteInstance.by(CompletionAction.KEEP)).receiptOrThrow();
            side.run(deleted, DeleteInstance.now());
            side.run(anew, DeleteInstance.now());
            side.run(anew, CreateInstance.of(InstanceChanges.data(Map.of("text", "anew")), AfterSave.RELEASE))
                    .receiptOrThrow();
            side.run(touched, TouchInstance.withTtl(Duration.ofDays(1)));
            side.run(suspended, SuspendInstance.because("stop"));
            receipt = side.run(saved, save).receiptOrThrow();
        }

        /** What the other side does with the former instance of the key, so often that it stays with the key. */
        void contradict(Side other) {
            other.save(former, KeyChanges.none());
            other.save(former, KeyChanges.none());
        }

        /** The other side gives the key to an instance that is new, and that this side will not have. */
        void giveAway(Side other) {
            other.save(former, KeyChanges.releasing(moved));
            other.save(created, KeyChanges.associating(moved));
        }

        void requireOneInstanceOfTheKey(Side seenBy) {
            List<InstanceId> with = Stream.of(former, next, created)
                    .filter(seenBy::isThere)
                    .filter(id -> seenBy.peek(id).keys().containsKey(moved))
                    .toList();
            assertThat(with).containsExactly(seenBy.find(moved));
        }

        void requireMade(Side seenBy) {
            assertThat(seenBy.find(moved)).as("the instance of the moved key").isEqualTo(next);
            assertThat(seenBy.peek(former).keys()).doesNotContainKey(moved);
            assertThat(seenBy.peek(next).keys()).containsKey(moved);
            assertThat(seenBy.peek(held).header().holder())
                    .as("the holder after the release")
                    .isNull();
            assertThat(seenBy.isThere(completed)).as("what is completed").isFalse();
            assertThat(seenBy.peek(kept).header().state()).isEqualTo(InstanceState.COMPLETED);
            assertThat(seenBy.isThere(deleted)).as("what is deleted").isFalse();
            assertThat(seenBy.peek(anew).data().get("text", String.class)).isEqualTo("anew");
            assertThat(seenBy.peek(touched).header().expiresAt())
                    .as("the end of the idle time that was given")
                    .isNotNull();
            assertThat(seenBy.peek(suspended).header().suspension()).isNotNull();
            assertThat(seenBy.run(saved, save).receiptOrThrow())
                    .as("what a late repeat is told")
                    .isEqualTo(receipt);
            assertThat(seenBy.peek(saved).data().get("text", String.class)).isEqualTo("late");
            seenBy.store.execute(seenBy.hold(held), ReleaseInstance.now(), PATIENCE);
        }
    }

    @Test
    void whatOneSideHasChangedStays() {
        try (Side one = new Side();
                Side other = new Side()) {
            List<Change> changes = changes(one, other);
            changes.forEach(Change::make);

            merge(one, other);

            changes.forEach(change -> {
                change.requireMade(one);
                change.requireMade(other);
            });
        }
    }

    @Test
    void theSideThatSavedMoreOftenStaysThoughTheOtherHeldMoreOften() {
        try (Side one = new Side();
                Side other = new Side()) {
            List<SavedAndHeld> all = IntStream.range(0, SOME)
                    .boxed()
                    .flatMap(each -> Stream.of(new SavedAndHeld(one, other), new SavedAndHeld(other, one)))
                    .toList();
            one.copy(other);
            other.copy(one);
            all.forEach(SavedAndHeld::make);

            merge(one, other);

            all.forEach(each -> each.requireSaves(each.saving == one ? other : one));
        }
    }

    /** One side saves an instance twice in one hold, and the other takes three holds and saves nothing. */
    private static final class SavedAndHeld {

        private final InstanceId id = InstanceId.random();
        private final Side saving;
        private final Side holding;
        private @Nullable FencingToken last;

        SavedAndHeld(Side saving, Side holding) {
            this.saving = saving;
            this.holding = holding;
            saving.save(id, KeyChanges.none());
        }

        void make() {
            InstanceHandle handle = saving.hold(id);
            for (String text : List.of("first", "second")) {
                saving.store
                        .execute(
                                handle,
                                SaveInstance.of(InstanceChanges.data(Map.of("text", text)), AfterSave.KEEP),
                                PATIENCE)
                        .receiptOrThrow();
            }
            for (int i = 0; i < 3; i++) {
                InstanceHandle held = holding.hold(id);
                last = holding.peek(id).header().token();
                holding.store.execute(held, ReleaseInstance.now(), PATIENCE);
            }
        }

        void requireSaves(Side seenBy) {
            assertThat(seenBy.peek(id).data().get("text", String.class)).isEqualTo("second");
            InstanceHandle next = seenBy.hold(id);
            assertThat(seenBy.peek(id).header().token()).isGreaterThan(last);
            seenBy.store.execute(next, ReleaseInstance.now(), PATIENCE);
        }
    }

    @Test
    void aKeyThatOneSideHasMovedAndTheOtherHasKeptBelongsToOneInstance() {
        try (Side one = new Side();
                Side other = new Side()) {
            List<Change> changes = changes(one, other);
            changes.forEach(change -> {
                change.make();
                change.contradict(change.side == one ? other : one);
            });

            requireOneInstanceOfEachKey(changes, one, other);
        }
    }

    @Test
    void aKeyThatBothSidesHaveMovedBelongsToOneInstance() {
        try (Side one = new Side();
                Side other = new Side()) {
            List<Change> changes = changes(one, other);
            changes.forEach(change -> change.giveAway(change.side == one ? other : one));
            one.time.advance(Duration.ofSeconds(1));
            other.time.advance(Duration.ofSeconds(1));
            changes.forEach(Change::make);

            requireOneInstanceOfEachKey(changes, one, other);
        }
    }

    /** The engine gives a merge up if a call fails; then slots that it has brought can be there, and those of their claims not. */
    @Test
    void anInstanceThatWasBroughtWithoutItsClaimHasItsKeyAllTheSame() {
        try (Side one = new Side();
                Side other = new Side()) {
            Map<InstanceKey, InstanceId> ofOne = withoutClaims(one);
            Map<InstanceKey, InstanceId> ofOther = withoutClaims(other);

            Side gone = merge(one, other);
            one.time.advance(MergedInstances.QUIET);
            other.time.advance(MergedInstances.QUIET);

            Map<InstanceKey, InstanceId> brought = gone == one ? ofOne : ofOther;
            Awaitility.await("the keys")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .untilAsserted(() -> brought.forEach(
                            (key, id) -> assertThat(gone.find(key)).isEqualTo(id)));
        }
    }

    private static Map<InstanceKey, InstanceId> withoutClaims(Side side) {
        Map<InstanceKey, InstanceId> keyed = new HashMap<>();
        IntStream.range(0, SOME).forEach(each -> keyed.put(InstanceKey.random(), InstanceId.random()));
        keyed.forEach((key, id) -> {
            side.save(id, KeyChanges.associating(key));
            side.member.getMap(MapNames.SLOTS).delete(Addresses.key(SlotAddress.of(key)));
        });
        return keyed;
    }

    private static void requireOneInstanceOfEachKey(List<Change> changes, Side one, Side other) {
        merge(one, other);
        one.time.advance(MergedInstances.QUIET);
        other.time.advance(MergedInstances.QUIET);

        Awaitility.await("one instance of each key")
                .atMost(PATIENCE)
                .untilAsserted(() -> changes.forEach(change -> {
                    change.requireOneInstanceOfTheKey(one);
                    change.requireOneInstanceOfTheKey(other);
                }));
    }

    /** Some that the one side is to make, and some of the other, on both of which is then the same. */
    private static List<Change> changes(Side one, Side other) {
        List<Change> changes = IntStream.range(0, SOME)
                .boxed()
                .flatMap(each -> Stream.of(new Change(one), new Change(other)))
                .toList();
        one.copy(other);
        other.copy(one);
        one.time.advance(Duration.ofSeconds(1));
        other.time.advance(Duration.ofSeconds(1));
        return changes;
    }

    /** {@return the side that was given up} */
    private static Side merge(Side one, Side other) {
        AtomicReference<@Nullable Side> merged = new AtomicReference<>();
        for (Side side : List.of(one, other)) {
            side.member.getLifecycleService().addLifecycleListener(event -> {
                if (event.getState() == LifecycleState.MERGED) {
                    merged.set(side);
                }
            });
        }
        introduce(one, other);
        introduce(other, one);
        Awaitility.await("one farm")
                .atMost(PATIENCE)
                .until(() -> merged.get() != null && isWhole(one) && isWhole(other));
        return Objects.requireNonNull(merged.get());
    }

    private static void introduce(Side side, Side other) {
        TcpIpConfig known = side.member.getConfig().getNetworkConfig().getJoin().getTcpIpConfig();
        other.farm.addresses().forEach(known::addMember);
    }

    private static boolean isWhole(Side side) {
        return side.member.getCluster().getMembers().size() == 2
                && side.member.getPartitionService().isClusterSafe()
                && side.member.getLifecycleService().isRunning();
    }
}
