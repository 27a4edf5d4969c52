// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.server.ServerConnectionManager;
import com.hazelcast.map.IMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that takes connections and does not answer, as one that stands still, keeps a member from none of the others. */
@Timeout(120)
class SilentPeerTest {

    /** More than a member has threads for output: without the difference, each of these is busy with one of them. */
    private static final int SILENT = 12;

    private final List<AutoCloseable> silent = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : silent) {
            each.close();
        }
    }

    private static HazelcastInstance member(TestFarm farm) {
        return farm.member(
                HazelcastStoreOptions.builder(),
                // Under load all writes go by way of these threads.
                config -> config.setProperty("hazelcast.io.write.through", "false"),
                address -> true);
    }

    /** Lets a member connect to a process that reads what begins the handshake, and says nothing. */
    private void connectToSilent(ServerConnectionManager connections) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        silent.add(server);
        connections.getOrConnect(new Address("127.0.0.1", server.getLocalPort()), true);
        Socket connection = server.accept();
        silent.add(connection);
        String begin = new String(connection.getInputStream().readNBytes(3), StandardCharsets.US_ASCII);
        assertThat(begin).isEqualTo("HZC");
    }

    @Test
    void keepsAMemberFromNoneOfTheOthers() throws Exception {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance one = member(farm);
            member(farm);
            IMap<Integer, Integer> values = one.getMap("values");
            values.set(0, 0);
            ServerConnectionManager connections = ((HazelcastInstanceProxy) one)
                    .getOriginal()
                    .node
                    .getServer()
                    .getConnectionManager(EndpointQualifier.MEMBER);
            for (int left = SILENT; left > 0; left--) {
                connectToSilent(connections);
            }

            for (int value : IntStream.range(0, 50).toArray()) {
                values.setAsync(value, value).toCompletableFuture().get(20, TimeUnit.SECONDS);
            }

            assertThat(values.size()).isEqualTo(50);
        }
    }
}
