// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import com.hazelcast.spi.impl.operationservice.impl.OperationServiceImpl;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a farm with write-behind leaves in its database when all of its members have ended. */
final class WriteBehindEndTest {

    /** What a newer release may have written is not replaced. */
    private static final String OF_A_NEWER_RELEASE =
            "update rehydrate.slot set head = X'0909" + "00".repeat(20) + "' where address = ?";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofSeconds(2);
    /** Over when something is wrong: what lasts until then is ended by the test. */
    private static final Duration LONG = Duration.ofMinutes(3);

    private static final int SOME = 20;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");

    @AfterEach
    void close() {
        database.close();
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private static void create(InstanceStore store, OwnerId owner, InstanceId id) {
        CreateInstance create = CreateInstance.of(InstanceChanges.data(Map.of("text", "kept")), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), create, TIMEOUT).receiptOrThrow();
    }

    private static void save(InstanceStore store, OwnerId owner, InstanceId id, KeyChanges<InstanceValue> keys) {
        SaveInstance save =
                SaveInstance.of(InstanceChanges.<InstanceValue>none().withKeys(keys), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), save, TIMEOUT).receiptOrThrow();
    }

    private void changeRow(String sql, long high, long low) {
        try (Connection connection = database.getConnection();
                PreparedStatement change = connection.prepareStatement(sql)) {
            change.setObject(1, new UUID(high, low));
            assertThat(change.executeUpdate()).isEqualTo(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** It does not leave that to the other member, which may be about to end as well. */
    @Test
    void aMemberWritesWhatIsChangedUntilItEndsAlsoIfTheDatabaseRefusesASlot() throws Exception {
        GatedDatabase slow = new GatedDatabase(Integer.MAX_VALUE);
        ManualTime time = ManualTime.startingAt(TimeSource.system().instant());
        StoreOptions options = StoreOptions.defaults().withTime(time);
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            answered(farm.startBeside(slow.before(database), options));
            HazelcastInstance ends = farm.running().get(0);
            HazelcastInstanceStore other = answered(farm.startBeside(database, options));
            farm.awaitShares();
            OwnerId owner = owner(other);
            List<InstanceId> refused = createdOn(ends, other, owner);
            other.flush(TIMEOUT);
            refused.forEach(id -> changeRow(OF_A_NEWER_RELEASE, id.high(), id.low()));
            refused.forEach(id -> save(other, owner, id, KeyChanges.none()));
            slow.shut();
            CompletableFuture<String> left = CompletableFuture.supplyAsync(
                    () -> Objects.requireNonNull(MemberChanges.of(ends)).finish(SHORT),
                    task -> new Thread(task, "end").start());
            slow.awaitQuery();
            List<InstanceId> meanwhile = createdOn(ends, other, owner);
            time.advance(SHORT);
            slow.open();

            assertThat(answered(left)).contains("slot");
            assertThat(farm.rows().keySet())
                    .containsAll(meanwhile.stream().map(SlotAddress::of).toList());
        } finally {
            slow.open();
        }
    }

    /** It does not take such a slot a second later either, and a supervisor does not wait for long. */
    @Test
    void aMemberEndsSoonIfTheDatabaseRefusesASlotAndTakesTheRest() {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore store = farm.start();
            OwnerId owner = owner(store);
            InstanceId refused = InstanceId.random();
            InstanceId taken = InstanceId.random();
            create(store, owner, refused);
            store.flush(TIMEOUT);
            changeRow(OF_A_NEWER_RELEASE, refused.high(), refused.low());
            save(store, owner, refused, KeyChanges.none());
            create(store, owner, taken);
            MemberChanges changes =
                    Objects.requireNonNull(MemberChanges.of(farm.running().get(0)));

            CompletableFuture<String> left = CompletableFuture.supplyAsync(
                    () -> changes.finish(TIMEOUT), task -> new Thread(task, "end").start());

            assertThat(left).succeedsWithin(TIMEOUT.dividedBy(2)).asString().contains("slot");
            changeRow("delete from rehydrate.slot where address = ?", refused.high(), refused.low());
            assertThat(farm.rows()).containsOnlyKeys(SlotAddress.of(taken));
            farm.kill();
        }
    }

    /** From some time on, holds writes until they are let go. */
    private static class HoldsWrites extends InterceptedDatabase {

        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch opened = new CountDownLatch(1);
        volatile boolean isReady;

        @Override
        void call(String method) throws Exception {
            if (isReady && method.equals("executeUpdate")) {
                reached.countDown();
                boolean unused = opened.await(LONG.toSeconds(), TimeUnit.SECONDS);
                isLetGo();
            }
        }

        void isLetGo() throws Exception {}
    }

    /** The same, and loses the connection of the second write. */
    private static final class LosesTheSecondWrite extends HoldsWrites {

        private final AtomicInteger writes = new AtomicInteger();

        @Override
        void isLetGo() throws Exception {
            if (writes.incrementAndGet() == 2) {
                throw new SQLException("the connection is lost", "08006");
            }
        }
    }

    /** What was changed while it wrote is nowhere else. */
    @Test
    void theLastMemberTriesAgainIfItsConnectionIsLostWhenItWritesTheRest() throws Exception {
        LosesTheSecondWrite losing = new LosesTheSecondWrite();
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore store =
                    farm.startBeside(losing.before(database)).get(1, TimeUnit.MINUTES);
            HazelcastInstance ends = farm.running().get(0);
            OwnerId owner = owner(store);
            create(store, owner, InstanceId.random());
            losing.isReady = true;
            CompletableFuture<String> left = CompletableFuture.supplyAsync(
                    () -> Objects.requireNonNull(MemberChanges.of(ends)).finish(TIMEOUT),
                    task -> new Thread(task, "end").start());
            assertThat(losing.reached.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            List<InstanceId> meanwhile = createdOn(ends, store, owner);
            losing.opened.countDown();

            assertThat(answered(left)).isNull();
            assertThat(losing.writes).hasValueGreaterThan(1);
            assertThat(farm.rows().keySet())
                    .containsAll(meanwhile.stream().map(SlotAddress::of).toList());
        } finally {
            losing.opened.countDown();
        }
    }

    /** What other threads have changed is in memory only, and the database is there. */
    @Test
    void theLastMemberWritesWhatItHasAlthoughOneOfItsThreadsStandsStill() throws Exception {
        HoldsWrites holding = new HoldsWrites();
        CountDownLatch standstill = new CountDownLatch(1);
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore store =
                    farm.startBeside(holding.before(database)).get(1, TimeUnit.MINUTES);
            HazelcastInstance ends = farm.running().get(0);
            OperationServiceImpl threads = operationsOf(ends);
            OwnerId owner = owner(store);
            InstanceId first = onAThreadApartFrom(0, ends);
            create(store, owner, first);
            holding.isReady = true;
            CompletableFuture<String> left = CompletableFuture.supplyAsync(
                    () -> Objects.requireNonNull(MemberChanges.of(ends)).finish(TIMEOUT),
                    task -> new Thread(task, "end").start());
            assertThat(holding.reached.await(LONG.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            InstanceId meanwhile = onAThreadApartFrom(0, ends);
            create(store, owner, meanwhile);
            threads.execute(new StandsStill(standstill));
            holding.opened.countDown();

            assertThat(left.get(LONG.toSeconds(), TimeUnit.SECONDS)).contains("the threads of the partitions");
            assertThat(farm.rows()).containsKeys(SlotAddress.of(first), SlotAddress.of(meanwhile));
            standstill.countDown();
            farm.kill();
        } finally {
            holding.opened.countDown();
            standstill.countDown();
        }
    }

    private static OperationServiceImpl operationsOf(HazelcastInstance member) {
        return ((HazelcastInstanceProxy) member)
                .getOriginal()
                .node
                .getNodeEngine()
                .getOperationService();
    }

    /** The engine gives partitions to its threads in turn. */
    private static InstanceId onAThreadApartFrom(int partition, HazelcastInstance member) {
        int threads = operationsOf(member).getPartitionThreadCount();
        assertThat(threads).isGreaterThan(1);
        return Stream.generate(InstanceId::random)
                .filter(id -> (member.getPartitionService()
                                                .getPartition(new UUID(id.high(), id.low()))
                                                .getPartitionId()
                                        - partition)
                                % threads
                        != 0)
                .findFirst()
                .orElseThrow();
    }

    /**
     * Keeps the thread of the first partition.
     *
     * @param until for how long
     */
    private record StandsStill(CountDownLatch until) implements PartitionSpecificRunnable {

        @Override
        public int getPartitionId() {
            return 0;
        }

        @Override
        public void run() {
            try {
                boolean unused = until.await(LONG.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static List<InstanceId> createdOn(HazelcastInstance member, InstanceStore store, OwnerId owner) {
        List<InstanceId> ids = Stream.generate(InstanceId::random)
                .filter(id -> member.getPartitionService()
                        .getPartition(new UUID(id.high(), id.low()))
                        .getOwner()
                        .localMember())
                .limit(SOME)
                .toList();
        ids.forEach(id -> create(store, owner, id));
        return ids;
    }

    private static <T> T answered(CompletableFuture<T> answer) throws Exception {
        return answer.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    /** The start of the farm has taken the key away, for its claim was not written. The clock of the machine can be behind. */
    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void aKeyThatAStartHasTakenAwayDoesNotComeBack(long secondsBehind) {
        InstanceId id = InstanceId.random();
        InstanceKey lost = InstanceKey.random();
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore store = farm.start();
            OwnerId owner = owner(store);
            create(store, owner, id);
            save(store, owner, id, KeyChanges.associating(lost));
            store.flush(TIMEOUT);
            farm.kill();
        }
        changeRow("delete from rehydrate.slot where address = ?", lost.high(), lost.low());
        BehindFarm again = new BehindFarm(database, NEVER);
        try (again) {
            ManualTime time =
                    ManualTime.startingAt(TimeSource.system().instant().minusSeconds(secondsBehind));
            assertThat(keysOf(again.start(StoreOptions.defaults().withTime(time)), id))
                    .isEmpty();
        }

        try (InstanceStore store = JdbcInstanceStore.open(again.database())) {
            assertThat(keysOf(store, id)).isEmpty();
        }
    }

    private static Map<InstanceKey, ?> keysOf(InstanceStore store, InstanceId id) {
        return store.commands()
                .execute(id, LoadInstance.of(LoadMode.peek()))
                .snapshotOrThrow()
                .keys();
    }
}
