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
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Members stop while much waits to be written, and the database takes it slowly. */
final class WriteBehindStopTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration SLOW = Duration.ofSeconds(1);
    /** Some four groups for each of two members, of which each takes as long as a query. */
    private static final int MANY = 4_000;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final SlowDatabase slow = new SlowDatabase();
    private final BehindFarm farm = new BehindFarm(database, NEVER);

    @AfterEach
    void close() {
        slow.takes(Duration.ZERO);
        farm.close();
        database.close();
    }

    private HazelcastInstanceStore start() throws Exception {
        return farm.startBeside(slow.before(database), StoreOptions.defaults()).get(1, TimeUnit.MINUTES);
    }

    private static void createMany(HazelcastInstanceStore store) {
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
        IntStream.range(0, MANY)
                .parallel()
                .forEach(i -> store.execute(
                                store.createHandle(owner, InstanceId.random()),
                                CreateInstance.of(InstanceChanges.data(Map.of("n", i)), AfterSave.RELEASE),
                                TIMEOUT)
                        .receiptOrThrow());
    }

    /** As {@code WriteBehind} stops a member. {@return why not all is written, or null} */
    private static CompletableFuture<String> stop(HazelcastInstance member) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return Objects.requireNonNull(MemberChanges.of(member)).finish(SHORT);
                    } finally {
                        member.shutdown();
                    }
                },
                task -> new Thread(task, "end").start());
    }

    @Test
    void allMembersThatStopAtOnceLeaveNothingToEachOther() throws Exception {
        HazelcastInstanceStore store = start();
        start();
        farm.awaitShares();
        createMany(store);
        Map<SlotAddress, Slot> all = farm.slots();
        slow.takes(SLOW);

        List<CompletableFuture<String>> stopped = new ArrayList<>();
        farm.running().forEach(member -> stopped.add(stop(member)));
        List<String> told = new ArrayList<>();
        for (CompletableFuture<String> each : stopped) {
            told.add(String.valueOf(each.get(2, TimeUnit.MINUTES)));
        }

        slow.takes(Duration.ZERO);
        assertThat(farm.rows()).as(told.toString()).hasSameSizeAs(all).isEqualTo(all);
        assertThat(told).containsOnly("null");
    }
}
