// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Instances that have ended, and are forgotten while the database still has them as they were: it is away, or the delay is longer than the
 * memory.
 */
final class WriteBehindForgettingTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration NEVER = Duration.ofDays(1);
    private static final int SOME = 20;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final ManualTime time = ManualTime.startingAt(TimeSource.system().instant());
    private final StoreOptions options = StoreOptions.defaults().withTime(time);
    private final List<InstanceId> ids =
            Stream.generate(InstanceId::random).limit(SOME).toList();

    @AfterEach
    void close() {
        database.close();
    }

    private void create(InstanceStore store) {
        ids.forEach(id -> store.commands()
                .withTimeout(TIMEOUT)
                .execute(id, CreateInstance.of(InstanceChanges.data(Map.of("text", "kept")), AfterSave.RELEASE))
                .receiptOrThrow());
    }

    private void complete(InstanceStore store) {
        ids.forEach(id -> store.commands()
                .withTimeout(TIMEOUT)
                .execute(id, CompleteInstance.by(CompletionAction.DELETE))
                .receiptOrThrow());
    }

    private void sweep(HazelcastInstance member) {
        IMap<UUID, StoredSlot> slots = member.getMap(MapNames.SLOTS);
        SweepSlot sweep = new SweepSlot(Set.of(), options.memoryRetention());
        ids.forEach(id -> slots.executeOnKey(Addresses.key(SlotAddress.of(id)), new DecideInSlot(sweep)));
    }

    private static boolean isThere(InstanceStore store, InstanceId id) {
        return store.commands().execute(id, LoadInstance.of(LoadMode.peek())) instanceof LoadOutcome.Loaded;
    }

    @Test
    void doNotComeBackThoughTheMemberThatForgotThemHasDied() {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore first = farm.start(options);
            HazelcastInstance dies = farm.running().get(0);
            HazelcastInstanceStore second = farm.start(options);
            farm.awaitShares();
            create(second);
            second.flush(TIMEOUT);
            complete(second);
            time.advance(options.memoryRetention());
            sweep(dies);

            dies.getLifecycleService().terminate();
            second.flush(TIMEOUT);

            farm.kill();
            first.close();
        }
        try (BehindFarm again = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore store = again.start(options);
            assertThat(ids).noneMatch(id -> isThere(store, id));
        }
    }

    @Test
    void areForgottenWhenTheDatabaseHasTheirEnd() {
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore store = farm.start(options);
            create(store);
            store.flush(TIMEOUT);
            complete(store);
            time.advance(options.memoryRetention());
            store.flush(TIMEOUT);

            sweep(farm.running().get(0));
            assertThat(farm.slots()).isEmpty();
            store.flush(TIMEOUT);
            assertThat(farm.rows()).isEmpty();
        }
    }
}
