// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Free ports that the machine does not give to those who connect, nor to any other socket before they are used: who tries to connect to a
 * dead member on one that it gives may get that very port, is connected to itself, and takes the member for alive.
 */
public final class FreePorts {

    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 30_000;

    private FreePorts() {}

    /** {@return a port on which nothing listens now} */
    public static int any() {
        return different().findFirst().orElseThrow();
    }

    /** {@return ports on which nothing listens now, each once, without an end} */
    public static IntStream different() {
        return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT))
                .distinct()
                .filter(FreePorts::isFree);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
