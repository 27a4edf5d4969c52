// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.config.ClientConnectionStrategyConfig.ReconnectMode;
import com.hazelcast.client.config.ClientNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.ManagementCenterConfig;
import com.hazelcast.config.NetworkConfig;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.log.QuietEngineLog;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where our own members and clients listen and which addresses they connect to; they announce themselves to no other address. */
public final class OwnNetwork {

    /** As many ports as a member tries on another one's address if none is given. */
    private static final int GUESSED_PORTS = 3;

    /** How long a member that leaves waits until others have its share. */
    public static final Duration LONGEST_LEAVING = Duration.ofSeconds(30);

    private OwnNetwork() {}

    public static void of(Config config, HazelcastStoreOptions options) {
        NetworkConfig network =
                // Any free port is no first one of several: the engine would complain that those before it are taken.
                config.getNetworkConfig()
                        .setPort(options.port())
                        .setPortAutoIncrement(options.port() != 0)
                        .setPortCount(ListenProblem.triedPorts(options.port()));
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(options.members());
        config.getJetConfig().setEnabled(false);
        config.getMetricsConfig().setEnabled(false);
        config.setManagementCenterConfig(new ManagementCenterConfig()
                .setScriptingEnabled(false)
                .setConsoleEnabled(false)
                .setDataAccessEnabled(false));
        // Not by a list of interfaces: with one, members that are given by name and live elsewhere are left out of the
        // join.
        config.setProperty("hazelcast.local.localAddress", options.bindAddress())
                .setProperty("hazelcast.socket.bind.any", "false")
                // The wait only batches the joins to a cluster that is being formed and has nothing to move.
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.logging.type", QuietEngineLog.type())
                .setProperty("hazelcast.logging.emoji.enabled", "false")
                .setProperty("hazelcast.health.monitoring.level", "OFF")
                // The member would leave while hosts still save: the store has a hook that keeps the order.
                .setProperty(ForeignConfig.SHUTDOWN_HOOK, "false")
                .setProperty("hazelcast.graceful.shutdown.max.wait", String.valueOf(LONGEST_LEAVING.toSeconds()));
    }

    public static void of(ClientConfig config, HazelcastStoreOptions options) {
        ClientNetworkConfig network = config.getNetworkConfig().setAddresses(addresses(options));
        network.getAutoDetectionConfig().setEnabled(false);
        // Without a connection a call is refused at once; the client goes on looking for the cluster for as long as it
        // lives.
        config.getConnectionStrategyConfig().setAsyncStart(true).setReconnectMode(ReconnectMode.ASYNC);
        config.getMetricsConfig().setEnabled(false);
        config.setProperty("hazelcast.logging.type", QuietEngineLog.type())
                .setProperty("hazelcast.logging.emoji.enabled", "false");
    }

    /** A client guesses 5701 and the next ones, whatever port the farm has. */
    private static List<String> addresses(HazelcastStoreOptions options) {
        return entries(options).stream()
                .flatMap(member -> addressesOf(member, options.port()).stream())
                .toList();
    }

    /** What a client is told: the addresses, and the names, of each of which it asks one address. */
    static List<String> entries(HazelcastStoreOptions options) {
        return Stream.concat(options.members().stream(), names(options).stream())
                .toList();
    }

    /** The names to look up, with ports: behind each address of a name is one member, which has a host of its own. */
    public static List<String> names(HazelcastStoreOptions options) {
        return options.membersDns().stream()
                .map(name -> AddressText.hasPort(name) ? name : name + ":" + options.port())
                .toList();
    }

    /** The addresses that one entry of {@code members} stands for. */
    static List<String> addressesOf(String entry, int port) {
        return AddressText.hasPort(entry)
                ? List.of(entry)
                : IntStream.range(port, port + GUESSED_PORTS)
                        .mapToObj(each -> entry + ":" + each)
                        .toList();
    }
}
