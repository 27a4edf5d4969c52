// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.HazelcastClientOfflineException;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.log.QuietEngineLog;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import dev.rehydrate.store.hazelcast.start.ClusterStart;
import dev.rehydrate.store.hazelcast.start.PlainModeNotice;
import dev.rehydrate.store.hazelcast.start.ShortLeaseNotice;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class OwnNetworkTest {

    @Test
    void aMemberListensOnLoopbackOnlyAndHasNoMulticastSocket() throws IOException {
        assumeThat(OwnSockets.canBeTold()).isTrue();
        List<InetAddress> datagramBefore = OwnSockets.datagram();

        try (TestFarm farm = new TestFarm()) {
            farm.member(HazelcastStoreOptions.builder());

            assertThat(OwnSockets.listening()).isNotEmpty().allMatch(InetAddress::isLoopbackAddress);
            assertThat(OwnSockets.datagram()).isEqualTo(datagramBefore);
        }
    }

    @Test
    void aMemberAsksNobodyButTheMembersItIsTold() {
        Config config = ClusterConfig.member(HazelcastStoreOptions.builder()
                .members(List.of("127.0.0.1:6000"))
                .build());
        JoinConfig join = config.getNetworkConfig().getJoin();

        assertThat(join.getMulticastConfig().isEnabled()).isFalse();
        assertThat(join.getAutoDetectionConfig().isEnabled()).isFalse();
        assertThat(join.isAutoDetectionEnabled()).isFalse();
        assertThat(join.getTcpIpConfig().getMembers()).containsExactly("127.0.0.1:6000");
        assertThat(config.getProperty("hazelcast.phone.home.enabled")).isEqualTo("false");
        assertThat(config.getMetricsConfig().isEnabled()).isFalse();
        assertThat(config.getJetConfig().isEnabled()).isFalse();
        // The hook of the store keeps the order that the one of the engine cannot know.
        assertThat(config.getProperty("hazelcast.shutdownhook.enabled")).isEqualTo("false");
        assertThat(config.getProperty("hazelcast.logging.type")).isEqualTo(QuietEngineLog.class.getName());
    }

    @Test
    void aClientWithoutPortsAsksWhereMembersWouldListen() {
        ClientConfig config = ClusterConfig.client(HazelcastStoreOptions.builder()
                .mode(Mode.CLIENT)
                .clusterName("orders")
                .port(6000)
                .members(List.of("node-a", "node-b:7000"))
                .build());

        assertThat(config.getNetworkConfig().getAddresses())
                .containsExactly("node-a:6000", "node-a:6001", "node-a:6002", "node-b:7000");
        assertThat(config.getNetworkConfig().getAutoDetectionConfig().isEnabled())
                .isFalse();
    }

    @Test
    void aMemberWhosePortIsTakenTriesTheNext() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TestFarm farm = new TestFarm()) {
            HazelcastInstance member = farm.member(
                    HazelcastStoreOptions.builder(),
                    config -> config.getNetworkConfig()
                            .setPort(taken.getLocalPort())
                            .setPortAutoIncrement(true));

            assertThat(member.getCluster().getLocalMember().getAddress().getPort())
                    .isGreaterThan(taken.getLocalPort());
        }
    }

    @Test
    void aMemberThatCannotListenWhereItIsToldSaysSo() {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .clusterName("orders")
                .bindAddress("192.0.2.77") // an address for documentation, which no machine has
                .build();

        assertThatIllegalStateException()
                .isThrownBy(() -> ClusterStart.of(options))
                .withMessageContaining("bind-address=192.0.2.77")
                .havingCause()
                .withMessageContaining("Cannot bind to a given address");
    }

    @Test
    void aClientThatFindsNobodySaysSoAndEnds() throws IOException {
        // A port that nothing listens on, and that no other process gets meanwhile.
        try (Socket silent = new Socket()) {
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                    .mode(Mode.CLIENT)
                    .members(List.of("127.0.0.1:" + silent.getLocalPort()))
                    .build();
            Collection<HazelcastInstance> running = HazelcastClient.getAllHazelcastClients();

            assertThatIllegalStateException()
                    .isThrownBy(() -> ClusterStart.of(options, Duration.ofMillis(300)))
                    .withMessage(
                            "the client cannot start (it waits for 0 s where no member answers): no member answered at "
                                    + options.members().get(0));
            // Those of other tests may end just now.
            assertThat(running).containsAll(HazelcastClient.getAllHazelcastClients());
        }
    }

    @Test
    void aClientOutlivesItsClusterAndIsRefusedMeanwhile() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance member = farm.member(HazelcastStoreOptions.builder());
            int port = member.getCluster().getLocalMember().getAddress().getPort();
            HazelcastInstance client = ClusterStart.of(HazelcastStoreOptions.builder()
                    .mode(Mode.CLIENT)
                    .members(farm.addresses())
                    .build());
            try {
                member.getLifecycleService().terminate();
                Awaitility.await()
                        .untilAsserted(() -> assertThatThrownBy(
                                        () -> client.getMap(MapNames.SLOTS).size())
                                .isInstanceOf(HazelcastClientOfflineException.class));

                farm.member(
                        HazelcastStoreOptions.builder(),
                        config -> config.getNetworkConfig().setPort(port));
                Awaitility.await()
                        .ignoreExceptions()
                        .until(() -> client.getMap(MapNames.SLOTS).isEmpty());
            } finally {
                client.shutdown();
            }
        }
    }

    @Test
    void aStoreIsStartedAsTheSettingsSay() {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder().port(0).build();

        try (HazelcastInstanceStore store = HazelcastInstanceStore.start(options)) {
            assertThat(store).isNotNull();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HazelcastInstanceStore.startMember(
                        HazelcastStoreOptions.builder().mode(Mode.CLIENT).build()));
    }

    @Test
    void thePlainModeSaysWhatItMayLose() {
        HazelcastStoreOptions plain = HazelcastStoreOptions.builder().build();
        HazelcastStoreOptions careful =
                HazelcastStoreOptions.builder().durability(Durability.PROTECTED).build();

        assertThat(PlainModeNotice.of(plain))
                .hasValueSatisfying(notice -> assertThat(notice)
                        .contains(
                                "survives the loss of 1 member(s) at once and nothing more",
                                "may lose acknowledged saves"));
        assertThat(PlainModeNotice.of(careful)).isEmpty();
    }

    @Test
    void aLeaseThatASilentMemberOutlastsIsTold() {
        HazelcastStoreOptionsBuilder plain = HazelcastStoreOptions.builder();
        HazelcastStoreOptionsBuilder careful = HazelcastStoreOptions.builder().durability(Durability.PROTECTED);

        assertThat(ShortLeaseNotice.of(plain.build())).as("the defaults").isEmpty();
        assertThat(ShortLeaseNotice.of(plain.lease(Duration.ofSeconds(10)).build()))
                .hasValueSatisfying(
                        notice -> assertThat(notice).contains("lease=10s", "given up after 15s", "Choose 30s or more"));
        assertThat(ShortLeaseNotice.of(careful.lease(Duration.ofSeconds(10)).build()))
                .isEmpty();
        assertThat(ShortLeaseNotice.of(careful.lease(Duration.ofSeconds(5)).build()))
                .hasValueSatisfying(
                        notice -> assertThat(notice).contains("lease=5s", "given up after 5s", "Choose 10s or more"));
    }
}
