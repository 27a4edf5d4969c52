// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A farm with write-behind that finds much in its database, and whose members come and go while it is filled. */
final class WriteBehindStartTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final Duration NEVER = Duration.ofHours(1);
    private static final int MANY = 5_000;

    private final HikariDataSource database = Pools.of(Pools.newFile(), "");

    @AfterEach
    void close() {
        database.close();
    }

    private Set<SlotAddress> fill() {
        Set<SlotAddress> addresses = new HashSet<>();
        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            HazelcastInstanceStore store = farm.start();
            OwnerId owner = owner(store);
            for (int i = 0; i < MANY; i++) {
                InstanceId id = InstanceId.random();
                CreateInstance create =
                        CreateInstance.of(InstanceChanges.data(Map.of("text", "one of many")), AfterSave.RELEASE);
                store.execute(store.createHandle(owner, id), create, TIMEOUT).receiptOrThrow();
                addresses.add(SlotAddress.of(id));
            }
            store.flush(TIMEOUT);
        }
        return addresses;
    }

    private static OwnerId owner(InstanceStore store) {
        return store.execute(store.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), TIMEOUT);
    }

    /** Waits until the second member has joined the first, which waits for the database meanwhile. */
    private static void awaitBoth(BehindFarm farm) {
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> farm.running().size() == 2
                        && farm.running().stream()
                                .allMatch(member ->
                                        member.getCluster().getMembers().size() == 2));
    }

    private static HazelcastInstanceStore started(CompletableFuture<HazelcastInstanceStore> starting) throws Exception {
        return starting.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    }

    /** So many queries are answered before the second member joins. */
    @ParameterizedTest
    @ValueSource(ints = {40, 150})
    void membersThatJoinWhileTheFarmIsFilledMissNothing(int answered) throws Exception {
        Set<SlotAddress> stored = fill();
        GatedDatabase gated = new GatedDatabase(answered);

        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            CompletableFuture<HazelcastInstanceStore> first = farm.startBeside(gated.before(database));
            gated.awaitQuery();
            CompletableFuture<HazelcastInstanceStore> second = farm.startBeside(database);
            awaitBoth(farm);
            assertThat(first).isNotDone();

            gated.open();
            owner(started(first));
            owner(started(second));

            assertThat(farm.slots().keySet()).containsAll(stored);
        }
    }

    @Test
    void aListIsWholeAlsoIfAClientAsksWhileTheFarmIsFilled() throws Exception {
        fill();
        GatedDatabase gated = new GatedDatabase(60);

        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            CompletableFuture<HazelcastInstanceStore> first = farm.startBeside(gated.before(database));
            gated.awaitQuery();
            HazelcastInstanceStore client = farm.client();
            CompletableFuture<Long> counted = CompletableFuture.supplyAsync(() -> count(client));
            assertThat(counted).failsWithin(Duration.ofSeconds(1)).withThrowableOfType(TimeoutException.class);
            assertThatThrownBy(() -> client.flush(Duration.ofSeconds(1)))
                    .hasMessageContaining("not everything is in the database yet");

            gated.open();
            started(first);

            assertThat(count(client)).isEqualTo(MANY);
            assertThat(counted).succeedsWithin(TIMEOUT).isEqualTo((long) MANY);
        }
    }

    /** On a slow machine a list can be unavailable for longer than a store waits. */
    private static long count(InstanceStore store) {
        return Awaitility.await()
                .atMost(TIMEOUT)
                .ignoreException(StoreUnavailableException.class)
                .until(() -> store.commands().count(InstanceQuery.builder().build()), any -> true);
    }

    /** What the member that died had read is lost with it, and must not count as never stored. */
    @ParameterizedTest
    @ValueSource(ints = {40, 150})
    void whatAMemberHadReadThatDiedWhileTheFarmWasFilledIsThereOrUnavailable(int answered) throws Exception {
        Set<SlotAddress> stored = fill();
        GatedDatabase gated = new GatedDatabase(answered);

        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            var unused = farm.startBeside(gated.before(database));
            gated.awaitQuery();
            HazelcastInstance reads = farm.running().get(0);
            CompletableFuture<HazelcastInstanceStore> second = farm.startBeside(database);
            awaitBoth(farm);
            CompletableFuture<Void> dies =
                    CompletableFuture.runAsync(() -> reads.getLifecycleService().terminate());
            gated.open();
            dies.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);

            HazelcastInstanceStore left = started(second);
            OwnerId owner = owner(left);
            Set<SlotAddress> missing = new HashSet<>(stored);
            missing.removeAll(farm.slots().keySet());
            assertThat(missing)
                    .allSatisfy(at -> assertThatThrownBy(() -> left.execute(
                                    left.createHandle(owner, at.instance()), LoadInstance.of(LoadMode.peek()), TIMEOUT))
                            .isInstanceOf(StoreUnavailableException.class));
        }
    }

    /** As where the heap is just large enough: what was read cannot be handed to the map, once. */
    @Test
    void whatCannotBeHandedOnIsReadAgain() throws Exception {
        Set<SlotAddress> stored = fill();
        StumblingTime time = new StumblingTime();

        try (BehindFarm farm = new BehindFarm(database, NEVER)) {
            owner(started(farm.startBeside(database, StoreOptions.defaults().withTime(time))));

            assertThat(time.failed).isTrue();
            assertThat(farm.slots().keySet()).containsAll(stored);
        }
    }

    /** Runs out of memory once, where rows are made to slots: each of them is given the time. */
    private static final class StumblingTime implements TimeSource {

        private static final StackWalker STACK = StackWalker.getInstance();

        private final AtomicBoolean failed = new AtomicBoolean();

        private void stumble() {
            if (STACK.walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().endsWith("SlotLoader")
                                    && frame.getMethodName().equals("loadAll")))
                    && failed.compareAndSet(false, true)) {
                throw new OutOfMemoryError("on purpose");
            }
        }

        @Override
        public long nanoTime() {
            stumble();
            return TimeSource.system().nanoTime();
        }

        @Override
        public Instant instant() {
            stumble();
            return TimeSource.system().instant();
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            return TimeSource.system().schedule(delay, task);
        }
    }
}
