// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.stream.IntStream;

/** Why a member that did not start cannot listen. The engine says it in its log, and not in what it throws. */
final class ListenProblem {

    /** As many ports as a member tries, one after the other. */
    private static final int TRIED_PORTS = 100;

    private static final int LAST_PORT = 65_535;

    private ListenProblem() {}

    /** How many ports a member tries from the first one on. Behind the last port there is none, which the engine does not know. */
    static int triedPorts(int first) {
        return Math.min(TRIED_PORTS, LAST_PORT - first + 1);
    }

    /** {@return what is wrong and what to do, or empty if a member could listen now} */
    static Optional<String> of(HazelcastStoreOptions options) {
        String address = options.bindAddress();
        if (!canListen(address, 0)) {
            return Optional.of("bind-address=" + address + " is not an address of this machine; set one that it has");
        }
        int first = options.port();
        int last = first + triedPorts(first) - 1;
        if (first == 0 || IntStream.rangeClosed(first, last).anyMatch(port -> canListen(address, port))) {
            return Optional.empty();
        }
        return Optional.of(
                "none of the ports " + first + " to " + last + " of " + address
                        + " can be opened: they are taken, or this process may not; set port to one that is free, or to 0 for any");
    }

    private static boolean canListen(String address, int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(address))) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
