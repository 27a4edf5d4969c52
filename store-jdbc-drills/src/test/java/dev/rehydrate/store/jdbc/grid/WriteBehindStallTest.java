// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The thread of a partition stands still between the moment at which a change is decided and the moment at which it is noted. */
final class WriteBehindStallTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration NEVER = Duration.ofDays(1);
    /** After so long a member writes by itself. */
    private static final Duration PERIOD = Duration.ofSeconds(30);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
    private final Stalling stalling = new Stalling();
    private final HikariDataSource database = Pools.of(Pools.newFile(), "");

    @AfterEach
    void close() {
        database.close();
    }

    /** Lets something happen after a thread that decides has read the clock. */
    private final class Stalling extends ForwardingTime {

        private final AtomicReference<@Nullable Runnable> meanwhile = new AtomicReference<>();

        Stalling() {
            super(time);
        }

        @Override
        public long nanoTime() {
            long read = super.nanoTime();
            Runnable next = isDeciding() ? meanwhile.getAndSet(null) : null;
            if (next != null) {
                next.run();
            }
            return read;
        }

        private static boolean isDeciding() {
            return isIn(Thread.currentThread().getStackTrace(), DecideInSlot.class.getName(), "decide");
        }
    }

    private static boolean isIn(StackTraceElement[] trace, String type, String method) {
        return Stream.of(trace)
                .anyMatch(frame -> frame.getClassName().equals(type)
                        && frame.getMethodName().equals(method));
    }

    /** The mark waits for the thread of the partition, and says that a change is written which is not. */
    private static boolean isMarkWaiting() {
        return Thread.getAllStackTraces().values().stream()
                .anyMatch(trace -> isIn(trace, "dev.rehydrate.store.hazelcast.behind.MarksInPartitions", "write"));
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    private static void create(InstanceStore store, OwnerId owner, InstanceId id) {
        CreateInstance create = CreateInstance.of(InstanceChanges.data(Map.of("text", "kept")), AfterSave.RELEASE);
        store.execute(store.createHandle(owner, id), create, TIMEOUT).receiptOrThrow();
    }

    private static int partitionOf(HazelcastInstance member, InstanceId id) {
        return member.getPartitionService()
                .getPartition(new UUID(id.high(), id.low()))
                .getPartitionId();
    }

    @Test
    void whatWasDecidedBeforeAMarkAndNotedAfterItIsWrittenByTheNextOwner() {
        StoreOptions options = StoreOptions.defaults()
                .withTime(stalling)
                .withPeriods(Duration.ofHours(1), NEVER)
                .withMemoryRetention(Duration.ofDays(1))
                .withLease(Duration.ofHours(1));
        try (BehindFarm farm = new BehindFarm(database, PERIOD.multipliedBy(2))) {
            HazelcastInstanceStore first = farm.start(options);
            HazelcastInstance ends = farm.eldest();
            HazelcastInstanceStore second = farm.start(options);
            farm.awaitShares();
            OwnerId owner = owner(first);
            List<InstanceId> some = inOnePartitionOf(ends);
            create(first, owner, some.get(0));
            first.flush(TIMEOUT);
            // Within the time for which no mark is made anew.
            time.advance(Duration.ofSeconds(1));
            create(first, owner, some.get(1));
            first.flush(TIMEOUT);
            time.advance(Duration.ofSeconds(11));

            stalling.meanwhile.set(() -> {
                time.advance(PERIOD.minusSeconds(12));
                Awaitility.await()
                        .during(Duration.ofMillis(500))
                        .atMost(TIMEOUT)
                        .until(WriteBehindStallTest::isMarkWaiting);
            });
            create(first, owner, some.get(2));
            Awaitility.await().atMost(TIMEOUT).until(() -> !isMarkWaiting());
            ends.getLifecycleService().terminate();
            second.flush(TIMEOUT);

            assertThat(farm.rows()).hasSize(some.size()).isEqualTo(farm.slots());
        }
    }

    private static List<InstanceId> inOnePartitionOf(HazelcastInstance member) {
        InstanceId first = Stream.generate(InstanceId::random)
                .filter(id -> member.getPartitionService()
                        .getPartition(new UUID(id.high(), id.low()))
                        .getOwner()
                        .localMember())
                .findFirst()
                .orElseThrow();
        return Stream.generate(InstanceId::random)
                .filter(id -> partitionOf(member, id) == partitionOf(member, first))
                .limit(3)
                .toList();
    }
}
