// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A free port below those that the system gives to sockets that connect, or that listen where they are not told to. Members of farms of other
 * modules, whose tests may run beside, listen on none of these.
 */
final class FreePort {

    private static final int FIRST = 10_000;
    private static final int LAST = 15_000;

    private FreePort() {}

    /** {@return a port on which nothing listens now} */
    static int any() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // Another one then.
            }
        }
    }
}
