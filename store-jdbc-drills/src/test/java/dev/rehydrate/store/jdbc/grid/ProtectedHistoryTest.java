// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.RunnableOutcome;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.ClockedMember;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random commands of one caller on a protected farm whose members leave one after the other meanwhile, with a word or without. What is
 * in doubt is repeated until it is known. The same commands are given to a store that nothing happens to: both show the same.
 */
final class ProtectedHistoryTest {

    private static final int SIZE = 3;
    private static final int COMMANDS = 60;
    private static final int LEAVES = 5;
    /** In seconds; all of them together are less than a minute. */
    private static final int OFF = 10;

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    static {
        // A thread of the engine may end with what a member that goes down makes of its work.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }

    private static final List<InstanceQuery> LISTS = List.of(
            InstanceQuery.builder().page(0, 2).build(),
            InstanceQuery.builder().page(0, 2).sortBy(Columns.CREATED, true).build(),
            InstanceQuery.builder().page(0, 2).sortBy(Columns.DUE, false).build(),
            InstanceQuery.builder().page(0, 2).suspended(true).build(),
            InstanceQuery.builder().page(0, 2).suspended(false).build(),
            InstanceQuery.builder().page(0, 2).in(InstanceState.COMPLETED).build(),
            InstanceQuery.builder().page(0, 2).in(InstanceState.UNINITIALIZED).build(),
            InstanceQuery.builder().page(0, 2).ofHostType("documents").build());

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
    private final HikariDataSource database = Pools.of(Pools.newFile(), "");
    private final String name = "test-" + UUID.randomUUID();
    private final List<HazelcastInstance> members = new ArrayList<>();

    static LongStream seeds() {
        long from = Long.getLong("history.from", 1);
        return LongStream.range(from, from + Long.getLong("history.seeds", 1));
    }

    @AfterEach
    void close() {
        List.copyOf(members).forEach(member -> member.getLifecycleService().terminate());
        database.close();
    }

    private StoreOptions options() {
        return StoreOptions.defaults()
                .withTime(time)
                .withClaimGrace(Duration.ofMillis(1))
                .withMemoryRetention(Duration.ofHours(24))
                .withLease(Duration.ofHours(6));
    }

    private HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder()
                .clusterName(name)
                .durability(Durability.PROTECTED)
                .farmSize(SIZE)
                .store(options())
                .members(members.stream().map(ClockedMember::addressOf).toList())
                .shutdownHook(false);
    }

    private void startMember() {
        members.add(ClockedMember.start(settings().port(FreePorts.any()).build()));
    }

    private void awaitWhole() {
        Awaitility.await("all members are there, and everything has its copies")
                .atMost(PATIENCE)
                .until(() -> members.stream()
                        .allMatch(member -> member.getCluster().getMembers().size() == SIZE
                                && member.getPartitionService().isClusterSafe()));
    }

    private void leave(Random random) {
        HazelcastInstance leaves = members.remove(random.nextInt(members.size()));
        if (random.nextBoolean()) {
            leaves.shutdown();
        } else {
            leaves.getLifecycleService().terminate();
        }
        startMember();
        awaitWhole();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aFarmWhoseMembersLeaveShowsWhatOneShowsWhoseMembersStay(long seed) {
        for (int i = 0; i < SIZE; i++) {
            startMember();
        }
        awaitWhole();
        try (HazelcastInstanceStore client = HazelcastInstanceStore.start(
                        settings().mode(HazelcastStoreOptions.Mode.CLIENT).build());
                InstanceStore reference = JdbcInstanceStore.open(
                        JdbcStoreOptions.of(database).allowingNotDurable().withStore(options()))) {
            Course course = new Course(seed, client, reference);
            try {
                for (int i = 0; i < LEAVES; i++) {
                    course.letOneLeave();
                }
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("-Dhistory.from=" + seed + " " + course.trace(), failure);
            }
        }
    }

    /** What happens, as the seed says. */
    private final class Course {

        private final Random random;
        private final InstanceStore farm;
        private final InstanceStore reference;
        private final CommandHistory here;
        private final CommandHistory there;
        private final TokenGaps gaps = new TokenGaps();

        Course(long seed, InstanceStore farm, InstanceStore reference) {
            this.random = new Random(seed);
            this.farm = farm;
            this.reference = reference;
            this.here = new CommandHistory(new Random(seed), time, reference).withoutSearches();
            this.there = new CommandHistory(new Random(seed), time, farm).settling(here);
        }

        void letOneLeave() {
            Random choice = new Random(random.nextLong());
            CompletableFuture<Void> left =
                    CompletableFuture.runAsync(() -> leave(choice), task -> new Thread(task, "leaves").start());
            for (int done = 0; done < COMMANDS || !left.isDone(); done++) {
                here.step();
                there.step();
                List<InstanceId> doubted = there.doubted();
                Set.copyOf(doubted).forEach(id -> {
                    here.letGo(id);
                    there.letGo(id);
                });
                compare(doubted);
            }
            left.join();
            // What is given one store after the other ends whole minutes later: never when it is looked at.
            time.advance(Duration.ofMinutes(random.nextInt(120)).plusSeconds(OFF));
            compare(List.of());
            assertThat(there.repeat(there.remembered())).isEmpty();
            assertThat(here.repeat(here.remembered())).isEmpty();
            compare(List.of());
            compareLists();
        }

        /** Each member that owns something now has listed it anew. */
        private void compareLists() {
            for (InstanceQuery query : LISTS) {
                assertThat(listed(farm, query)).as("%s", query).isEqualTo(listed(reference, query));
            }
            Set<InstanceId> waiting = runnable(reference);
            assertThat(runnable(farm)).isEqualTo(waiting);
        }

        private void compare(List<InstanceId> doubted) {
            Map<InstanceId, InstanceSnapshot> inFarm = instances(there, farm);
            Map<InstanceId, InstanceSnapshot> inReference = instances(here, reference);
            assertThat(texts(inFarm)).isEqualTo(texts(inReference));
            assertThat(ways(there, farm)).isEqualTo(ways(here, reference));
            assertThat(gaps.wrong(inFarm, inReference, doubted)).isEmpty();
        }

        String trace() {
            return Stream.of(there.trace(), List.of("and the reference"), here.trace())
                    .flatMap(List::stream)
                    .collect(Collectors.joining(System.lineSeparator()));
        }
    }

    /**
     * By how much the token of an instance in the farm is ahead of that in the reference. It is not, but where a handle ended that held
     * it, because its command was in doubt: if that was not done, its repeat took the hold anew. A life begins with the same token.
     */
    private static final class TokenGaps {

        private final Map<InstanceId, Gap> known = new HashMap<>();

        private record Gap(long life, long tokens) {}

        /** {@return instances whose token differs by another number than it may} */
        List<String> wrong(
                Map<InstanceId, InstanceSnapshot> inFarm,
                Map<InstanceId, InstanceSnapshot> inReference,
                List<InstanceId> doubted) {
            List<String> wrong = new ArrayList<>();
            inFarm.forEach((id, found) -> {
                InstanceHeader header = found.header();
                long life = header.revision().incarnation();
                long tokens = header.token().value()
                        - inReference.get(id).header().token().value();
                Gap before = known.get(id);
                long least = before == null || before.life() != life ? 0 : before.tokens();
                long most = least + Collections.frequency(doubted, id);
                if (tokens < least || tokens > most) {
                    wrong.add(id + " is " + tokens + " tokens ahead, and may be from " + least + " to " + most);
                }
                known.put(id, new Gap(life, tokens));
            });
            return wrong;
        }
    }

    /** While a member leaves, no member has its share for a moment. */
    private static LoadOutcome answered(Callable<LoadOutcome> load) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .ignoreException(StoreUnavailableException.class)
                .until(load, any -> true);
    }

    /** A page at a time, and none lacks anything. Sorted, as what is given one store after the other has other times there. */
    private static List<String> listed(InstanceStore by, InstanceQuery query) {
        List<String> all = new ArrayList<>();
        Optional<InstanceQuery> next = Optional.of(query);
        while (next.isPresent()) {
            InstancePage page = by.commands().execute(QueryInstances.of(next.get()));
            assertThat(page.isComplete()).isTrue();
            page.entries().forEach(entry -> all.add(entry.header().id().toString()));
            next = next.get().following(page);
        }
        Collections.sort(all);
        return all;
    }

    /** Takes what is due, until nothing is, and gives it back. */
    private static Set<InstanceId> runnable(InstanceStore by) {
        OwnerId runner = by.execute(by.createHandle(), new CreateOwner(OwnerDescription.ofType("documents")), PATIENCE);
        Set<InstanceId> taken = new HashSet<>();
        List<InstanceHandle> handles = new ArrayList<>();
        while (true) {
            InstanceHandle handle = by.createHandle(runner);
            handles.add(handle);
            if (!(by.execute(handle, LoadRunnable.now(), PATIENCE) instanceof RunnableOutcome.Loaded loaded)) {
                break;
            }
            taken.add(loaded.snapshot().id());
        }
        handles.forEach(handle -> {
            if (handle.token().isPresent()) {
                by.execute(handle, ReleaseInstance.now(), PATIENCE);
            }
        });
        return taken;
    }

    private static Map<InstanceId, InstanceSnapshot> instances(CommandHistory history, InstanceStore by) {
        Map<InstanceId, InstanceSnapshot> all = new TreeMap<>(Comparator.comparing(InstanceId::toString));
        history.ids()
                .forEach(id -> answered(() -> by.commands().execute(id, LoadInstance.of(LoadMode.authoritative())))
                        .loaded()
                        .ifPresent(found -> all.put(id, found)));
        return all;
    }

    private static Map<String, String> ways(CommandHistory history, InstanceStore by) {
        Map<String, String> all = new TreeMap<>();
        history.keys()
                .forEach(key -> answered(
                                () -> by.commands().execute(LoadInstanceByKey.of(key, LoadMode.authoritative())))
                        .loaded()
                        .ifPresent(found -> all.put(key.toString(), found.id().toString())));
        return all;
    }

    private static Map<String, String> texts(Map<InstanceId, InstanceSnapshot> instances) {
        Map<String, String> texts = new TreeMap<>();
        instances.forEach((id, found) -> texts.put(id.toString(), text(found)));
        return texts;
    }

    /** Without times, as the same command is given to one store after the other; tokens are compared by themselves. */
    private static String text(InstanceSnapshot found) {
        InstanceHeader header = found.header();
        Shown.One one = Shown.One.of(found);
        return "revision " + header.revision().number() + " " + header.state() + " held "
                + (header.holder() != null) + " suspended " + (header.suspension() != null) + " due "
                + (header.dueAt() != null) + " expires " + (header.expiresAt() != null) + " "
                + new TreeMap<>(Map.copyOf(one.data())) + " " + one.keys().size() + " " + keys(one);
    }

    private static Map<String, String> keys(Shown.One one) {
        Map<String, String> keys = new TreeMap<>();
        one.keys().forEach((key, state) -> keys.put(key.toString(), state.toString()));
        return keys;
    }
}
