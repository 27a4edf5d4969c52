// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.partition;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.Partition;
import com.hazelcast.partition.PartitionService;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.tck.ManualTime;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A process asks its farm for the time, and pauses before it has the answer, as for a garbage collection. */
class ClockSyncTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration PAUSE = Duration.ofSeconds(3);

    private final ManualTime time = ManualTime.startingAt(START);
    private final ClusterClock clock = new ClusterClock(time);

    private static <T> T stub(Class<T> type, Map<String, Supplier<?>> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.get(method.getName()).get()));
    }

    private static Member member(int number) {
        return stub(
                Member.class,
                Map.of("getUuid", () -> new UUID(number, number), "hashCode", () -> number, "equals", () -> false));
    }

    /** Members that tell their times, one after the other, before this process pauses. */
    @SuppressWarnings("unchecked")
    private void agree(Instant... told) {
        Set<Member> members =
                IntStream.range(0, told.length).mapToObj(ClockSyncTest::member).collect(Collectors.toSet());
        Queue<Member> owners = new ArrayDeque<>(members);
        Queue<Instant> times = new ArrayDeque<>(List.of(told));
        Partition partition = stub(Partition.class, Map.of("getOwner", owners::remove));
        PartitionService partitions = stub(PartitionService.class, Map.of("getPartition", () -> partition));
        Cluster cluster = stub(Cluster.class, Map.of("getMembers", () -> members));
        HazelcastInstance hazelcast = stub(
                HazelcastInstance.class, Map.of("getCluster", () -> cluster, "getPartitionService", () -> partitions));
        IMap<UUID, StoredSlot> slots = stub(IMap.class, Map.of("executeOnKey", () -> {
            time.advance(PAUSE);
            return times.remove().toEpochMilli();
        }));
        new ClockSync(hazelcast, slots, clock).reach();
    }

    @Test
    void aPauseDoesNotSetTheClockBack() {
        agree(START);

        assertThat(clock.instant()).isEqualTo(START.plus(PAUSE));
    }

    @Test
    void aClockThatIsBehindIsSet() {
        agree(START.plusSeconds(3600));

        assertThat(clock.instant()).isEqualTo(START.plusSeconds(3600));
    }

    @Test
    void aClockThatIsAheadIsSet() {
        agree(START.minusSeconds(3600));

        assertThat(clock.instant()).isEqualTo(START.minusSeconds(3600));
    }

    /** By the one that is ahead something would expire too early. */
    @Test
    void ofTwoMembersTheOneThatIsBehindCounts() {
        agree(START.plusSeconds(7200), START.plusSeconds(3600));

        assertThat(clock.instant()).isEqualTo(START.plusSeconds(3600));
    }

    @Test
    void aClockThatIsWrongIsOutvoted() {
        agree(START.plusSeconds(7200), START.plusSeconds(3600), START);

        assertThat(clock.instant()).isEqualTo(START.plusSeconds(3600));
    }
}
