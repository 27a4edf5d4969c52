// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a member says that cannot listen. */
class ListenProblemTest {

    /** Of a network that is for documentation only. */
    private static final String ELSEWHERE = "192.0.2.1";

    private static final int LAST_PORT = 65_535;

    private final HazelcastStoreOptionsBuilder settings =
            HazelcastStoreOptions.builder().clusterName("test-" + UUID.randomUUID());

    /** Takes a port, or leaves it to the process that has it. */
    private static @Nullable ServerSocket taken(int port) throws IOException {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (BindException isTaken) {
            return null;
        }
    }

    @Test
    void anAddressOfAnotherMachineIsNamedWithItsSetting() {
        assertThatIllegalStateException()
                .isThrownBy(() -> HazelcastInstanceStore.start(
                        settings.bindAddress(ELSEWHERE).build()))
                .withMessage("the member cannot start: bind-address=" + ELSEWHERE
                        + " is not an address of this machine; set one that it has");
    }

    @Test
    void thePortsThatAreAllTakenAreNamedWithTheirSetting() throws IOException {
        ServerSocket other = taken(LAST_PORT);
        try {
            assertThatIllegalStateException()
                    .isThrownBy(() -> HazelcastInstanceStore.start(
                            settings.port(LAST_PORT).build()))
                    .withMessageStartingWith("the member cannot start: none of the ports 65535 to 65535 of 127.0.0.1")
                    .withMessageContaining("set port to one that is free");
        } finally {
            if (other != null) {
                other.close();
            }
        }
    }

    @Test
    void noMorePortsAreTriedThanThereAre() {
        assertThat(ListenProblem.triedPorts(5701)).isEqualTo(100);
        assertThat(ListenProblem.triedPorts(LAST_PORT - 1)).isEqualTo(2);
    }
}
