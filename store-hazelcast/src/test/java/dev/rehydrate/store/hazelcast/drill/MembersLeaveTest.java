// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.ClusterState;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.partition.InternalPartition;
import com.hazelcast.internal.partition.PartitionReplica;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two of five members of a protected farm, of which one has copies of what the other owns, leave, again and again, one after the other
 * or together, with a word or without, while callers on clients and on a member that leaves hold, complete and create again, move keys
 * and repeat commands late. {@link HistoryCheck} judges.
 */
final class MembersLeaveTest {

    private static final int SIZE = 5;
    private static final int SWING = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<String> ON_CLIENTS = List.of("c1", "c2");
    private static final String ON_A_MEMBER = "m";

    static {
        // A thread of the engine may end with what a member that goes down makes of its work.
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }

    @TempDir
    private Path directory;

    private final String name = "test-" + UUID.randomUUID();
    private final Map<HazelcastInstance, HazelcastInstanceStore> members = new LinkedHashMap<>();
    private final List<HazelcastInstanceStore> clients = new ArrayList<>();
    private final List<Round> rounds = new ArrayList<>();
    private Durability durability = Durability.PROTECTED;
    private int backups = 2;

    /** How members leave. */
    private enum Leave {
        /** One is closed, then the other. */
        CLOSED_IN_TURN,
        CLOSED_TOGETHER,
        /** One is gone without a word, and the other is closed before all has its copies again. */
        LOST_AND_CLOSED,
        /** One is closed, and the other is gone while it hands over what it has. */
        LOST_WHILE_ONE_IS_CLOSED,
        LOST_TOGETHER
    }

    static LongStream seeds() {
        long from = Long.getLong("history.from", 1);
        return LongStream.range(from, from + Long.getLong("history.seeds", 1));
    }

    @AfterEach
    void close() {
        clients.forEach(HazelcastInstanceStore::close);
        List.copyOf(members.keySet())
                .forEach(member -> member.getLifecycleService().terminate());
        rounds.forEach(Round::close);
    }

    private HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder()
                .clusterName(name)
                .durability(durability)
                .backupCount(backups)
                .farmSize(SIZE)
                .members(members.values().stream()
                        .map(HazelcastInstanceStore::members)
                        .findFirst()
                        .orElse(List.of()))
                .shutdownHook(false);
    }

    private HazelcastInstanceStore startMember() {
        Set<HazelcastInstance> before = new HashSet<>(Hazelcast.getAllHazelcastInstances());
        HazelcastInstanceStore store = HazelcastInstanceStore.startMember(
                settings().port(FreePorts.any()).build());
        HazelcastInstance member = Hazelcast.getAllHazelcastInstances().stream()
                .filter(each -> !before.contains(each)
                        && each.getConfig().getClusterName().equals(name))
                .findFirst()
                .orElseThrow();
        members.put(member, store);
        return store;
    }

    private HazelcastInstanceStore startClient() {
        HazelcastInstanceStore store = HazelcastInstanceStore.start(
                settings().mode(HazelcastStoreOptions.Mode.CLIENT).build());
        clients.add(store);
        return store;
    }

    private void awaitWhole() {
        Awaitility.await("all members are there, and everything has its copies")
                .atMost(PATIENCE)
                .until(() -> members.size() == SIZE
                        && members.keySet().stream()
                                .allMatch(member ->
                                        member.getCluster().getMembers().size() == SIZE
                                                && member.getPartitionService().isClusterSafe()));
    }

    /** {@return the member that has most of the first copies of what a member owns; the engine leaves some pairs of members without any} */
    private HazelcastInstance neighbourOf(HazelcastInstance owner) {
        UUID id = idOf(owner);
        Map<UUID, Integer> copies = new HashMap<>();
        for (InternalPartition partition : ((HazelcastInstanceProxy) owner)
                .getOriginal()
                .node
                .getPartitionService()
                .getInternalPartitions()) {
            PartitionReplica first = partition.getReplica(0);
            PartitionReplica second = partition.getReplica(1);
            if (first != null && second != null && first.uuid().equals(id)) {
                copies.merge(second.uuid(), 1, Integer::sum);
            }
        }
        UUID neighbour =
                Collections.max(copies.entrySet(), Map.Entry.comparingByValue()).getKey();
        return members.keySet().stream()
                .filter(member -> idOf(member).equals(neighbour))
                .findFirst()
                .orElseThrow();
    }

    private static UUID idOf(HazelcastInstance member) {
        return member.getCluster().getLocalMember().getUuid();
    }

    private Round round(Plot plot, String node, HazelcastInstanceStore store) {
        Path file = directory.resolve("r%d-%s-%d.history".formatted(plot.round(), node, rounds.size()));
        Round round = new Round(plot, node, store, file);
        rounds.add(round);
        return round;
    }

    private static String ask(Round round, String what) throws InterruptedException {
        return round.answer(List.of(what));
    }

    private static long acknowledged(Round round) throws InterruptedException {
        return Long.parseLong(ask(round, "acknowledged"));
    }

    /** Waits until a node has saved a good number of times more. */
    private static void awaitMore(Round round) throws InterruptedException {
        long before = acknowledged(round);
        Awaitility.await("saves").atMost(PATIENCE).until(() -> acknowledged(round) >= before + SWING);
    }

    private void leave(Leave how, HazelcastInstance one, HazelcastInstance other) {
        switch (how) {
            case CLOSED_IN_TURN -> {
                closed(one).run();
                closed(other).run();
            }
            case CLOSED_TOGETHER -> together(closed(one), closed(other));
            case LOST_AND_CLOSED -> {
                lost(one).run();
                closed(other).run();
            }
            case LOST_WHILE_ONE_IS_CLOSED -> together(closed(one), lost(other));
            case LOST_TOGETHER -> atOnce(lost(one), lost(other));
        }
        members.remove(one);
        members.remove(other);
    }

    private Runnable closed(HazelcastInstance member) {
        return () -> members.get(member).close();
    }

    private static Runnable lost(HazelcastInstance member) {
        return () -> member.getLifecycleService().terminate();
    }

    /** Nothing is copied anew between the two, however far apart they are on a machine that has much else to do. */
    private void atOnce(Runnable one, Runnable other) {
        let(ClusterState.NO_MIGRATION);
        together(one, other);
        let(ClusterState.ACTIVE);
    }

    private void let(ClusterState state) {
        Awaitility.await("the farm is " + state)
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> running().getCluster().getClusterState() == state || changed(state));
    }

    private boolean changed(ClusterState state) {
        running().getCluster().changeClusterState(state);
        return true;
    }

    private HazelcastInstance running() {
        return members.keySet().stream()
                .filter(member -> member.getLifecycleService().isRunning())
                .findFirst()
                .orElseThrow();
    }

    private static void together(Runnable one, Runnable other) {
        CompletableFuture<Void> beside = CompletableFuture.runAsync(other, task -> new Thread(task, "leaves").start());
        one.run();
        beside.join();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsLostAndNothingIsDoneTwiceAndNothingComesBack(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < SIZE; i++) {
            startMember();
        }
        awaitWhole();
        Plot plot = new Plot(
                1, Stream.concat(ON_CLIENTS.stream(), Stream.of(ON_A_MEMBER)).toList());
        List<Round> onClients = new ArrayList<>();
        for (String node : ON_CLIENTS) {
            onClients.add(round(plot, node, startClient()));
        }
        ask(onClients.get(0), "create");
        for (Round each : onClients) {
            ask(each, "load");
        }
        List<Leave> ways = new ArrayList<>(List.of(Leave.values()));
        Collections.shuffle(ways, random);
        for (Leave how : ways) {
            HazelcastInstance one = List.copyOf(members.keySet()).get(random.nextInt(SIZE));
            HazelcastInstance other = neighbourOf(one);
            Round onMember = round(plot, ON_A_MEMBER, members.get(one));
            ask(onMember, "load");
            awaitMore(onMember);
            leave(how, one, other);
            ask(onMember, "end");
            for (Round each : onClients) {
                awaitMore(each);
            }
            startMember();
            startMember();
            awaitWhole();
            assertThat(clients.get(0).lostPartitions())
                    .as("-Dhistory.from=%d %s", seed, how)
                    .isEmpty();
        }

        assertThat(judged(onClients).broken())
                .as("-Dhistory.from=%d %s", seed, ways)
                .isEmpty();
    }

    /** So that the history can be red: two that are lost at once are more than one copy survives. */
    @Test
    void twoThatAreLostAtOnceHaveAllThatThereIsOfSomePartitions() {
        durability = Durability.MEMORY;
        backups = 1;
        for (int i = 0; i < SIZE; i++) {
            startMember();
        }
        awaitWhole();
        HazelcastInstance one = members.keySet().iterator().next();

        leave(Leave.LOST_TOGETHER, one, neighbourOf(one));

        HazelcastInstanceStore survivor = members.get(running());
        Awaitility.await("the loss is known")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> !survivor.lostPartitions().isEmpty());
    }

    private Findings judged(List<Round> onClients) throws Exception {
        for (Round each : onClients) {
            ask(each, "end");
        }
        for (Round each : onClients) {
            Awaitility.await("what is in doubt is settled")
                    .atMost(PATIENCE)
                    .until(() -> ask(each, "unsettled").equals("0"));
        }
        for (Round each : rounds) {
            ask(each, "close");
        }
        for (Round each : onClients) {
            Awaitility.await("what is there")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> ask(each, "show").equals("done"));
        }
        List<Event> history = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i++) {
            history.addAll(eventsOf(i));
        }
        return HistoryCheck.of(history);
    }

    private List<Event> eventsOf(int number) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Path file = files.filter(each -> each.toString().endsWith("-" + number + ".history"))
                    .findFirst()
                    .orElseThrow();
            return Files.readAllLines(file).stream().map(Event::parse).toList();
        }
    }
}
