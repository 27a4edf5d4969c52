// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A free port below those that the system chooses from: it gives them to no other socket before a server listens on them, which for
 * PostgreSQL is seconds later.
 */
final class FreePort {

    private static final int FIRST = 20_000;
    private static final int LAST = 30_000;

    private FreePort() {}

    /** {@return a port on which nothing listens now} */
    static int any() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException taken) {
                // Another one then.
            }
        }
    }
}
