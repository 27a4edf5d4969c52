// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.StoreHealth.Status;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.AfterLoss;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import dev.rehydrate.store.hazelcast.start.FarmSettings;
import dev.rehydrate.store.hazelcast.start.OwnNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.event.Level;

/** Who may be in one farm, and what a member says that was told of others and is alone. */
class FarmJoinTest {

    private final String name = "test-" + UUID.randomUUID();

    private HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder()
                .clusterName(name)
                .port(FreePorts.any())
                .members(List.of());
    }

    private static String address(HazelcastInstanceStore member) {
        return member.members().get(0);
    }

    static Stream<Arguments> otherSettings() {
        UnaryOperator<HazelcastStoreOptionsBuilder> copies = settings -> settings.backupCount(2);
        UnaryOperator<HazelcastStoreOptionsBuilder> goesOn = settings -> settings.afterLoss(AfterLoss.CONTINUE);
        UnaryOperator<HazelcastStoreOptionsBuilder> majority = settings -> settings.durability(Durability.PROTECTED);
        return Stream.of(
                Arguments.of(Named.of("more backups", copies), "backup-count", "2", "1"),
                Arguments.of(Named.of("goes on after a loss", goesOn), "after-loss", "continue", "refuse"),
                Arguments.of(Named.of("majority only", majority), "durability", "protected", "memory"));
    }

    @ParameterizedTest
    @MethodSource("otherSettings")
    void aMemberWithOtherSettingsIsRefused(
            UnaryOperator<HazelcastStoreOptionsBuilder> change, String setting, String own, String theirs) {
        try (HazelcastInstanceStore first =
                        HazelcastInstanceStore.startMember(settings().build());
                CapturedLog log = CapturedLog.open()) {
            HazelcastStoreOptions other =
                    change.apply(settings().members(first.members())).build();

            assertThatIllegalStateException()
                    .isThrownBy(() -> HazelcastInstanceStore.startMember(other))
                    .withMessageStartingWith(
                            "the member cannot start: settings and release must be the same in a whole farm: ")
                    .withMessageContaining(setting + "=" + own + " at 127.0.0.1:")
                    .withMessageContaining(setting + "=" + theirs + " at " + address(first));

            assertThat(first.members()).hasSize(1);
            assertThat(log.from(Level.WARN))
                    .as("what the member that refused says")
                    .anyMatch(line -> line.level() == Level.WARN && line.text().contains(FarmSettings.DIFFER));
        }
    }

    /** With one more than it is said to have, a protected farm would answer nothing. */
    @Test
    void aProtectedFarmThatHasAllItsMembersRefusesAFurtherOneAndAnswersOn() {
        HazelcastStoreOptionsBuilder threes =
                settings().durability(Durability.PROTECTED).farmSize(3);
        try (HazelcastInstanceStore first = HazelcastInstanceStore.startMember(threes.build());
                HazelcastInstanceStore second = HazelcastInstanceStore.startMember(
                        threes.members(first.members()).build());
                HazelcastInstanceStore third = HazelcastInstanceStore.startMember(
                        threes.members(first.members()).build())) {
            HazelcastStoreOptions fourth = threes.members(first.members()).build();

            assertThatIllegalStateException()
                    .isThrownBy(() -> HazelcastInstanceStore.startMember(fourth))
                    .withMessageStartingWith("the member cannot start: the farm has all members of its farm-size=3: ")
                    .withMessageContainingAll(first.members().toArray(String[]::new));

            assertThat(first.members()).hasSize(3);
            assertThat(second.members()).hasSize(3);
            Awaitility.await("an answer")
                    .ignoreExceptionsInstanceOf(InstanceStoreException.class)
                    .until(() ->
                            third.commands().execute(InstanceId.random(), LoadInstance.of(LoadMode.authoritative()))
                                    instanceof LoadOutcome.NotFound);
        }
    }

    /** The engine compares it before members tell each other anything, also where a system property sets it. */
    @Test
    void aMemberWithAnotherNumberOfPartitionsIsToldWhatDiffers() {
        try (HazelcastInstanceStore first =
                HazelcastInstanceStore.startMember(settings().build())) {
            HazelcastStoreOptions joining = settings().members(first.members()).build();

            assertThatIllegalStateException()
                    .isThrownBy(() ->
                            ClusterStart.of(joining, config -> config.setProperty("hazelcast.partition.count", "541")))
                    .withMessageStartingWith("the member cannot start: the engine has another configuration")
                    .withMessageContaining("partition count")
                    .withMessageContaining("found: 541");

            assertThat(first.members()).hasSize(1);
        }
    }

    /** As the kernel of a process that stands still takes connections. The engine waits for five minutes and says nothing. */
    @Test
    void aMemberThatHasWaitedForASilentAddressSaysWhatToDo() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            HazelcastStoreOptions waiting = settings()
                    .members(List.of("127.0.0.1:" + silent.getLocalPort()))
                    .build();

            assertThatIllegalStateException()
                    .isThrownBy(() -> ClusterStart.of(
                            waiting,
                            config -> config.setProperty("hazelcast.max.join.seconds", "2")
                                    .setProperty("hazelcast.mastership.claim.timeout.seconds", "1")))
                    .withMessageStartingWith("the member cannot start: ")
                    .withMessageContaining("an address of members takes connections and never answers");
        }
    }

    @Test
    void aMemberThatTheApplicationHasStartedIsComparedToo() {
        Config config = new Config().setClusterName(name);
        OwnNetwork.of(config, settings().build());
        HazelcastInstanceStore.prepare(config, settings().build());
        HazelcastInstance theirs = Hazelcast.newHazelcastInstance(config);
        try {
            HazelcastStoreOptions other = settings()
                    .backupCount(0)
                    .members(List.of(TestFarm.address(theirs)))
                    .build();
            assertThatIllegalStateException()
                    .isThrownBy(() -> HazelcastInstanceStore.startMember(other))
                    .withMessageContaining("backup-count=0 at 127.0.0.1:");
            Config second = new Config().setClusterName(name);
            OwnNetwork.of(second, other);
            HazelcastInstanceStore.prepare(second, other);
            HazelcastInstance joined = Hazelcast.newHazelcastInstance(second);
            try {
                assertThatIllegalStateException()
                        .isThrownBy(() -> HazelcastInstanceStore.open(joined, StoreOptions.defaults()))
                        .withMessageContaining("backup-count=1 at " + TestFarm.address(theirs));
            } finally {
                joined.getLifecycleService().terminate();
            }
        } finally {
            theirs.getLifecycleService().terminate();
        }
    }

    /** Nothing else of it is of this library: it would own partitions, and could read nothing in them. */
    private Config notPrepared(List<String> members) {
        Config config = new Config()
                .setClusterName(name)
                .setProperty("hazelcast.logging.type", "slf4j")
                .setProperty("hazelcast.wait.seconds.before.join", "0");
        OwnNetwork.of(config, settings().members(members).build());
        return config;
    }

    @Test
    void aMemberThatWasNotPreparedForInstancesIsRefused() {
        try (HazelcastInstanceStore first =
                        HazelcastInstanceStore.startMember(settings().build());
                CapturedLog log = CapturedLog.open()) {
            Config stranger = notPrepared(first.members());

            assertThatIllegalStateException().isThrownBy(() -> Hazelcast.newHazelcastInstance(stranger));

            assertThat(first.members()).hasSize(1);
            assertThat(log.from(Level.WARN))
                    .as("what the member that refused says")
                    .anyMatch(line ->
                            line.text().contains("a member was not prepared for the instances of the farm: 127.0.0.1:")
                                    && line.text().contains("HazelcastInstanceStore.prepare"));
        }
    }

    @Test
    void aMemberWithoutDataNeedsNoPreparation() {
        try (HazelcastInstanceStore first =
                HazelcastInstanceStore.startMember(settings().build())) {
            HazelcastInstance lite =
                    Hazelcast.newHazelcastInstance(notPrepared(first.members()).setLiteMember(true));
            try {
                assertThat(first.members()).hasSize(2);
                assertThat(first.commands().execute(InstanceId.random(), LoadInstance.of(LoadMode.authoritative())))
                        .isInstanceOf(LoadOutcome.NotFound.class);
                assertThat(first.health().join().reasons()).noneMatch(reason -> reason.contains("was not prepared"));
            } finally {
                lite.getLifecycleService().terminate();
            }
        }
    }

    @Test
    void aMemberDoesNotStartBesideOneThatWasNotPrepared() {
        HazelcastInstance stranger = Hazelcast.newHazelcastInstance(notPrepared(List.of()));
        try {
            HazelcastStoreOptions joining =
                    settings().members(List.of(TestFarm.address(stranger))).build();

            assertThatIllegalStateException()
                    .isThrownBy(() -> HazelcastInstanceStore.startMember(joining))
                    .withMessageStartingWith(
                            "the member cannot start: a member was not prepared for the instances of the farm: "
                                    + TestFarm.address(stranger));
        } finally {
            stranger.getLifecycleService().terminate();
        }
    }

    /** A member that the application has started refuses none. */
    @Test
    void healthNamesAMemberThatWasNotPrepared() {
        Config config = notPrepared(List.of());
        HazelcastInstanceStore.prepare(config, settings().build());
        HazelcastInstance theirs = Hazelcast.newHazelcastInstance(config);
        try (HazelcastInstanceStore store = HazelcastInstanceStore.open(theirs, StoreOptions.defaults())) {
            HazelcastInstance stranger = Hazelcast.newHazelcastInstance(notPrepared(List.of(TestFarm.address(theirs))));
            try {
                assertThat(store.members()).hasSize(2);
                assertThat(store.health().join().reasons())
                        .anyMatch(
                                reason -> reason.startsWith("a member was not prepared for the instances of the farm: "
                                        + TestFarm.address(stranger)));
            } finally {
                stranger.getLifecycleService().terminate();
            }
        } finally {
            theirs.getLifecycleService().terminate();
        }
    }

    @Test
    void aClientWithAnotherDurabilityIsRefused() {
        try (HazelcastInstanceStore member =
                HazelcastInstanceStore.startMember(settings().build())) {
            HazelcastStoreOptions other = settings()
                    .mode(Mode.CLIENT)
                    .durability(Durability.PROTECTED)
                    .members(member.members())
                    .build();
            assertThatIllegalStateException()
                    .isThrownBy(() -> HazelcastInstanceStore.start(other))
                    .withMessageStartingWith("the client cannot start: ")
                    .withMessageContaining(
                            "durability=protected at this client and durability=memory at " + address(member));
        }
    }

    @Test
    void aClientWhoseClusterNameIsRefusedSaysSoAtOnce() {
        try (HazelcastInstanceStore member =
                HazelcastInstanceStore.startMember(settings().build())) {
            HazelcastStoreOptions other = settings()
                    .clusterName("wrong")
                    .mode(Mode.CLIENT)
                    .members(member.members())
                    .build();
            assertThatIllegalStateException()
                    .isThrownBy(() -> ClusterStart.of(other, Duration.ofMinutes(10)))
                    .withMessageContaining("the cluster name 'wrong' was refused by " + address(member));
        }
    }

    @Test
    void aMemberThatIsAloneWhereOthersWereExpectedSaysWhyUntilTheyCome() {
        int later = FreePorts.any();
        HazelcastStoreOptions expecting =
                settings().members(List.of("127.0.0.1:" + later)).build();
        try (CapturedLog log = CapturedLog.open();
                HazelcastInstanceStore first = HazelcastInstanceStore.startMember(expecting)) {
            String reason = "127.0.0.1:" + later + " did not answer";
            assertThat(look(first, Status.DEGRADED)).containsExactly("1 of 2 members are here: " + reason);
            assertThat(log.from(Level.WARN))
                    .filteredOn(line -> line.text().startsWith("this member is alone though others were expected"))
                    .singleElement()
                    .satisfies(line -> assertThat(line.text()).endsWith("farm-size=2, " + reason));

            try (HazelcastInstanceStore second = HazelcastInstanceStore.startMember(
                    settings().port(later).members(first.members()).build())) {
                assertThat(second.members()).hasSize(2);
                assertThat(look(first, Status.UP)).isEmpty();
                assertThat(look(second, Status.UP)).isEmpty();
            }
        }
    }

    @Test
    void aMemberThatWasToldOfAnotherClusterSaysSo() {
        try (HazelcastInstanceStore other = HazelcastInstanceStore.startMember(
                        settings().clusterName("other-" + name).build());
                HazelcastInstanceStore alone = HazelcastInstanceStore.startMember(
                        settings().members(other.members()).build())) {
            assertThat(look(alone, Status.DEGRADED))
                    .containsExactly("1 of 2 members are here: " + address(other)
                            + " belongs to a cluster of another name than '" + name + "'");
            assertThat(look(other, Status.UP)).isEmpty();
        }
    }

    private static List<String> look(HazelcastInstanceStore store, Status status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        store.health().orTimeout(10, TimeUnit.SECONDS).join().status() == status);
        return store.health().orTimeout(10, TimeUnit.SECONDS).join().reasons();
    }
}
