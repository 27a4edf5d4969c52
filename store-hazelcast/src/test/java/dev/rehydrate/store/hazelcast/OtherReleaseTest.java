// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import dev.rehydrate.store.hazelcast.start.FarmSettings;
import dev.rehydrate.store.hazelcast.start.Release;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** A farm has members and clients of one release only (ADR 159). */
class OtherReleaseTest {

    private final String name = "test-" + UUID.randomUUID();
    private final List<HazelcastInstance> running = new ArrayList<>();

    @AfterEach
    void end() {
        running.forEach(instance -> instance.getLifecycleService().terminate());
    }

    /** A member that the application starts, which refuses no other one. */
    private HazelcastInstance start(Config config) {
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        running.add(member);
        return member;
    }

    private HazelcastInstance startLater() {
        return start(later(settings().build()));
    }

    private static Config later(HazelcastStoreOptions options) {
        Config config = ClusterConfig.member(options);
        config.getMemberAttributeConfig().setAttribute(FarmSettings.RELEASE, "later");
        return config;
    }

    private HazelcastStoreOptionsBuilder settings() {
        return HazelcastStoreOptions.builder()
                .clusterName(name)
                .port(FreePorts.any())
                .members(List.of());
    }

    private HazelcastStoreOptions client(HazelcastInstance member) {
        return settings()
                .mode(Mode.CLIENT)
                .members(List.of(TestFarm.address(member)))
                .build();
    }

    @Test
    void theReleaseIsThatOfTheBuild() {
        assertThat(Release.OWN).matches("\\d+\\.\\d+\\.\\d+.*");
    }

    @Test
    void aMemberOfAnotherReleaseIsRefusedBeforeItIsOne() {
        try (HazelcastInstanceStore first =
                        HazelcastInstanceStore.startMember(settings().build());
                CapturedLog log = CapturedLog.open()) {
            HazelcastStoreOptions joining = settings().members(first.members()).build();

            assertThatIllegalStateException().isThrownBy(() -> start(later(joining)));

            assertThat(first.members()).hasSize(1);
            assertThat(log.from(Level.WARN))
                    .anyMatch(line -> line.text().contains(FarmSettings.DIFFER + "release=later at "));
        }
    }

    @Test
    void aMemberThatJoinsOneOfAnotherReleaseLeavesAgain() {
        HazelcastInstance theirs = startLater();

        assertThatIllegalStateException()
                .isThrownBy(() -> HazelcastInstanceStore.startMember(
                        settings().members(List.of(TestFarm.address(theirs))).build()))
                .withMessageStartingWith(
                        "the member cannot start: " + FarmSettings.DIFFER + "release=" + Release.OWN + " at 127.0.0.1:")
                .withMessageEndingWith(" and release=later at " + TestFarm.address(theirs));

        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .until(() -> theirs.getCluster().getMembers().size() == 1);
    }

    @Test
    void aMemberThatSaysNoReleaseIsOfAnEarlierOne() {
        Config earlier = ClusterConfig.member(settings().build());
        earlier.getMemberAttributeConfig().removeAttribute(FarmSettings.RELEASE);
        HazelcastInstance theirs = start(earlier);

        assertThatIllegalStateException()
                .isThrownBy(() -> HazelcastInstanceStore.startMember(
                        settings().members(List.of(TestFarm.address(theirs))).build()))
                .withMessageEndingWith(" and release=unknown at " + TestFarm.address(theirs));
    }

    @Test
    void aClientOfAnotherReleaseIsRefused() {
        HazelcastInstance theirs = startLater();

        assertThatIllegalStateException()
                .isThrownBy(() -> HazelcastInstanceStore.start(client(theirs)))
                .withMessage("the client cannot start: " + FarmSettings.DIFFER + "release=" + Release.OWN
                        + " at this client and release=later at " + TestFarm.address(theirs));
    }

    @Test
    void noStoreIsOpenedOnAClientOfAnotherRelease() {
        HazelcastInstance theirs = startLater();
        HazelcastInstance client = HazelcastClient.newHazelcastClient(ClusterConfig.client(client(theirs)));
        running.add(client);
        Awaitility.await()
                .atMost(TestFarm.PATIENCE)
                .until(() -> !client.getCluster().getMembers().isEmpty());

        assertThatIllegalStateException()
                .isThrownBy(() -> HazelcastInstanceStore.open(client, StoreOptions.defaults()))
                .withMessageContaining("release=later at " + TestFarm.address(theirs));
    }

    @Test
    void aClientEndsThatFindsTheFarmStartedAgainWithAnotherRelease() {
        int port = FreePorts.any();
        HazelcastInstance before =
                start(ClusterConfig.member(settings().port(port).build()));
        try (CapturedLog log = CapturedLog.open();
                HazelcastInstanceStore store = HazelcastInstanceStore.start(client(before))) {
            assertThat(store.members()).hasSize(1);
            before.shutdown();
            start(later(settings().port(port).build()));

            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(log.from(Level.ERROR))
                            .anyMatch(line -> line.text().contains("release=later at 127.0.0.1:" + port)));
            Awaitility.await().until(() -> store.members().isEmpty());
        }
    }
}
