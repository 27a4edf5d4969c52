// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/** A farm whose members are all gone at once, in the middle of the work: what was acknowledged before the last flush is there. */
final class WriteBehindUnderLoadTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final int CALLERS = 4;
    private static final int SWING = 50;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
    private final List<BehindFarm> farms = new ArrayList<>();
    private volatile boolean ended;

    @AfterEach
    void close() {
        ended = true;
        threads.shutdownNow();
        farms.forEach(BehindFarm::close);
        database.close();
    }

    private BehindFarm farm() {
        BehindFarm farm = new BehindFarm(database, NEVER);
        farms.add(farm);
        return farm;
    }

    /** Counts up in two instances in turn, and gives a key from the one to the other each time. */
    private final class Caller implements Runnable {

        private final InstanceStore store;
        private final OwnerId owner;
        private final List<InstanceId> pair = List.of(InstanceId.random(), InstanceId.random());
        private final InstanceKey key = InstanceKey.random();
        private volatile int acknowledged;

        Caller(InstanceStore store) {
            this.store = store;
            this.owner = owner(store);
        }

        @Override
        public void run() {
            try {
                for (int count = 1; !ended; count++) {
                    InstanceId turn = pair.get(count % 2);
                    if (count > 1) {
                        save(pair.get((count + 1) % 2), count, KeyChanges.releasing(key));
                    }
                    save(turn, count, KeyChanges.associating(key));
                    acknowledged = count;
                }
            } catch (InstanceStoreException | IllegalStateException gone) {
                // The farm has ended, as it is meant to; whether enough was saved is judged by others.
                ended = true;
            }
        }

        private void save(InstanceId id, int count, KeyChanges<InstanceValue> keys) {
            store.execute(
                            store.createHandle(owner, id),
                            SaveInstance.of(
                                    InstanceChanges.builder()
                                            .replaceData(Map.of("count", InstanceValue.of(count)))
                                            .keys(keys)
                                            .build(),
                                    AfterSave.RELEASE),
                            TIMEOUT)
                    .receiptOrThrow();
        }
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
    }

    @RepeatedTest(3)
    void whatWasAcknowledgedBeforeAFlushIsThereAlthoughCommandsWentOn() {
        BehindFarm farm = farm();
        HazelcastInstanceStore store = farm.start();
        List<Caller> callers =
                Stream.generate(() -> new Caller(store)).limit(CALLERS).toList();
        callers.forEach(threads::execute);
        awaitMore(callers);
        List<Integer> before =
                callers.stream().map(caller -> caller.acknowledged).toList();
        store.flush(TIMEOUT);
        awaitMore(callers);
        farm.kill();

        InstanceStore again = farm().start();
        OwnerId owner = owner(again);

        for (int i = 0; i < CALLERS; i++) {
            judge(again, owner, callers.get(i), before.get(i));
        }
    }

    @RepeatedTest(3)
    void whatIsAcknowledgedWhileTheLastMemberIsClosedIsThere() {
        BehindFarm farm = farm();
        HazelcastInstanceStore member = farm.start();
        HazelcastInstanceStore client = farm.client();
        List<Caller> callers =
                Stream.generate(() -> new Caller(client)).limit(CALLERS).toList();
        callers.forEach(threads::execute);
        awaitMore(callers);
        member.close();
        farm.close();

        InstanceStore again = farm().start();
        OwnerId owner = owner(again);

        callers.forEach(caller -> judge(again, owner, caller, caller.acknowledged));
    }

    private static void awaitMore(List<Caller> callers) {
        callers.forEach(caller -> {
            int before = caller.acknowledged;
            Awaitility.await().atMost(TIMEOUT).until(() -> caller.acknowledged >= before + SWING);
        });
    }

    private static void judge(InstanceStore store, OwnerId owner, Caller caller, int acknowledged) {
        List<InstanceSnapshot> pair = caller.pair.stream()
                .map(id -> found(store.execute(
                        store.createHandle(owner, id), LoadInstance.of(LoadMode.authoritative()), TIMEOUT)))
                .toList();
        assertThat(pair)
                .extracting(one -> one.data().get("count", Integer.class))
                .anyMatch(count -> count >= acknowledged);
        List<InstanceId> listing = pair.stream()
                .filter(one -> one.keys().containsKey(caller.key))
                .map(InstanceSnapshot::id)
                .toList();
        LoadOutcome byKey = store.execute(
                store.createHandle(owner), LoadInstanceByKey.of(caller.key, LoadMode.authoritative()), TIMEOUT);
        assertThat(listing).as("those that list the key").hasSizeLessThan(2);
        assertThat(byKey.loaded().map(InstanceSnapshot::id).stream().toList())
                .as("the one that the key leads to")
                .isEqualTo(listing);
    }

    private static InstanceSnapshot found(LoadOutcome outcome) {
        return outcome.snapshotOrThrow();
    }
}
