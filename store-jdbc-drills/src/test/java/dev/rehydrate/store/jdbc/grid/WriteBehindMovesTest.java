// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.cluster.MembershipAdapter;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A farm with write-behind whose partitions move to another member while the database answers the one before slowly. */
final class WriteBehindMovesTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration SOON = Duration.ofMillis(100);
    /** Half of what a query waits that is not let on: whatever waits for it takes longer. */
    private static final Duration SOON_ENOUGH = Duration.ofSeconds(30);

    private static final Duration NEVER = Duration.ofHours(1);
    private static final int SOME = 60;
    /** More than a member takes out at once: what it takes later has moved. */
    private static final int MANY = 6_000;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final GatedDatabase slow = new GatedDatabase(Integer.MAX_VALUE);

    @AfterEach
    void close() {
        slow.open();
        database.close();
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private static InstanceId create(InstanceStore store, OwnerId owner) {
        InstanceId id = InstanceId.random();
        CreateInstance create = CreateInstance.of(InstanceChanges.data(Map.of("text", "kept")), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), create, TIMEOUT).receiptOrThrow();
        return id;
    }

    private static <T> T answered(CompletableFuture<T> answer) throws Exception {
        return answer.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    private static CompletableFuture<Void> inBackground(Runnable task) {
        return CompletableFuture.runAsync(task, run -> new Thread(run, "in-background").start());
    }

    /** The member that joins has nothing to write when it is asked; the other one is still busy with what it has taken before. */
    @Test
    void whatMovesWhileTheFarmIsFlushedIsInTheDatabaseAfterIt() throws Exception {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore first = answered(farm.startBeside(slow.before(database)));
            OwnerId owner = owner(first);
            for (int i = 0; i < MANY; i++) {
                create(first, owner);
            }
            slow.shut();
            CompletableFuture<Void> before = inBackground(() -> first.flush(SHORT));
            slow.awaitQuery();
            CompletableFuture<Void> flushed = new CompletableFuture<>();
            farm.running().get(0).getCluster().addMembershipListener(new MembershipAdapter() {
                @Override
                public void memberAdded(MembershipEvent event) {
                    var unused = inBackground(() -> first.flush(TIMEOUT)).whenComplete((done, failure) -> {
                        if (failure == null) {
                            flushed.complete(null);
                        } else {
                            flushed.completeExceptionally(failure);
                        }
                    });
                }
            });
            answered(farm.startBeside(database));
            farm.awaitShares();

            slow.open();
            answered(flushed);

            assertThat(before).isCompletedExceptionally();
            assertThat(farm.rows()).hasSize(MANY).isEqualTo(farm.slots());
        }
    }

    /** Claims have no numbers by which the database could tell that a row is later, and the times are those of one moment. */
    @Test
    void whatTheMemberBeforeWritesLateDoesNotStay() throws Exception {
        try (BehindFarm farm = new BehindFarm(database, SOON)) {
            HazelcastInstanceStore first = answered(farm.startBeside(slow.before(database)));
            OwnerId owner = owner(first);
            InstanceId before = create(first, owner);
            InstanceId after = create(first, owner);
            InstanceKey[] keys =
                    Stream.generate(InstanceKey::random).limit(SOME).toArray(InstanceKey[]::new);
            first.flush(TIMEOUT);
            CompletableFuture<Void> joined = new CompletableFuture<>();
            farm.running().get(0).getCluster().addMembershipListener(new MembershipAdapter() {
                @Override
                public void memberAdded(MembershipEvent event) {
                    joined.complete(null);
                }
            });
            CompletableFuture<HazelcastInstanceStore> second = farm.startBeside(database);
            answered(joined);
            slow.shut();
            change(first, owner, before, associating(keys));
            slow.awaitQuery();
            answered(second);
            farm.awaitShares();

            change(first, owner, before, KeyChanges.releasing(keys));
            change(first, owner, after, associating(keys));
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> Stream.of(keys).anyMatch(key -> isWritten(farm, key)));
            slow.open();
            first.flush(TIMEOUT);

            assertThat(farm.rows()).hasSize(SOME + 2).isEqualTo(farm.slots());
        }
    }

    /** From then on no change on its partitions succeeds before another member has them. */
    @Test
    void aMemberThatEndsLeavesTheRestToOthersWhenTheDatabaseIsSilent() throws Exception {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore first = answered(farm.startBeside(slow.before(database)));
            HazelcastInstance ends = farm.running().get(0);
            HazelcastInstanceStore second = answered(farm.startBeside(database));
            farm.awaitShares();
            OwnerId owner = owner(second);
            for (int i = 0; i < SOME; i++) {
                create(second, owner);
            }
            slow.shut();

            CompletableFuture<String> left = CompletableFuture.supplyAsync(
                    () -> Objects.requireNonNull(MemberChanges.of(ends)).finish(SHORT));

            assertThat(left).succeedsWithin(SOON_ENOUGH).asString().contains("the other members write");
            ends.shutdown();
            second.flush(TIMEOUT);
            assertThat(farm.rows()).hasSize(SOME).isEqualTo(farm.slots());
            slow.open();
            first.close();
        }
    }

    /** The question whether it stays must be answered also where all that is asked for the database waits for it. */
    @Test
    void aMemberThatEndsLeavesTheRestToOthersAlsoWhileCallersWaitForFlushes() throws Exception {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            try {
                HazelcastInstanceStore first = answered(farm.startBeside(slow.before(database)));
                HazelcastInstance ends = farm.running().get(0);
                HazelcastInstanceStore second = answered(farm.startBeside(slow.before(database)));
                farm.awaitShares();
                OwnerId owner = owner(second);
                for (int i = 0; i < SOME; i++) {
                    create(second, owner);
                }
                slow.shut();
                List<CompletableFuture<Void>> waiting = Stream.generate(() -> inBackground(() -> second.flush(TIMEOUT)))
                        .limit(4)
                        .toList();
                slow.awaitQuery();

                CompletableFuture<String> left = CompletableFuture.supplyAsync(
                        () -> Objects.requireNonNull(MemberChanges.of(ends)).finish(SHORT),
                        task -> new Thread(task, "end").start());

                assertThat(left).succeedsWithin(SOON_ENOUGH).asString().contains("the other members write");
                assertThat(waiting).noneMatch(CompletableFuture::isDone);
                ends.shutdown();
                slow.open();
                second.flush(TIMEOUT);
                assertThat(farm.rows()).hasSize(SOME).isEqualTo(farm.slots());
                first.close();
            } finally {
                // Before the farm is closed, also if this has failed.
                slow.open();
            }
        }
    }

    /** Also a thread of a fork-join pool, as this one is, and though others wait already. */
    @Test
    void aCallerIsToldInTimeWhatItsFlushWaitsFor() throws Exception {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            try {
                HazelcastInstanceStore store = answered(farm.startBeside(slow.before(database)));
                HazelcastInstanceStore client = farm.client();
                create(store, owner(store));
                slow.shut();
                List<String> told = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    told.add(failure(store));
                    told.add(failure(client));
                }

                assertThat(told)
                        .allMatch(words -> words.contains("has not answered: 1 changed instances and keys wait"));
                slow.open();
                store.flush(TIMEOUT);
                assertThat(farm.rows()).hasSize(1).isEqualTo(farm.slots());
            } finally {
                // Before the farm is closed, also if this has failed.
                slow.open();
            }
        }
    }

    private static String failure(HazelcastInstanceStore store) {
        return String.valueOf(catchThrowableOfType(IllegalStateException.class, () -> store.flush(SHORT))
                .getMessage());
    }

    /** The next owner does not find in its slots what is not there any more. */
    @Test
    void aRemovalThatWaitsWhileItsPartitionMovesIsInTheDatabase() {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore first = farm.start();
            OwnerId owner = owner(first);
            InstanceId id = create(first, owner);
            InstanceKey[] keys =
                    Stream.generate(InstanceKey::random).limit(SOME).toArray(InstanceKey[]::new);
            change(first, owner, id, associating(keys));
            first.flush(TIMEOUT);
            change(first, owner, id, KeyChanges.releasing(keys));
            farm.start();
            farm.awaitShares();

            first.flush(TIMEOUT);

            assertThat(farm.rows()).hasSize(1).isEqualTo(farm.slots());
        }
    }

    private static boolean isWritten(BehindFarm farm, InstanceKey key) {
        SlotAddress at = SlotAddress.of(key);
        Slot row = farm.rows().get(at);
        return row != null && row.equals(farm.slots().get(at));
    }

    private static KeyChanges<InstanceValue> associating(InstanceKey... keys) {
        return Stream.of(keys).map(KeyChanges::<InstanceValue>associating).reduce(KeyChanges.none(), KeyChanges::and);
    }

    private static void change(InstanceStore store, OwnerId owner, InstanceId id, KeyChanges<InstanceValue> keys) {
        SaveInstance save =
                SaveInstance.of(InstanceChanges.<InstanceValue>none().withKeys(keys), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), save, TIMEOUT).receiptOrThrow();
    }
}
