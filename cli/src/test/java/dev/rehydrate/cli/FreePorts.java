// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports below those that the system chooses from: it gives them to no other socket before a server listens on them, which for one of
 * PostgreSQL is seconds later. The tests of other modules, which may run beside, choose from others.
 */
final class FreePorts {

    private static final int FIRST = 15_000;
    private static final int LAST = 20_000;

    private FreePorts() {}

    /** {@return a port on which nothing listens now} */
    static int any() {
        return different(1).get(0);
    }

    /** {@return so many ports on which nothing listens now} */
    static List<Integer> different(int count) {
        Set<Integer> ports = new LinkedHashSet<>();
        while (ports.size() < count) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                ports.add(free.getLocalPort());
            } catch (IOException taken) {
                // Another one then.
            }
        }
        return List.copyOf(ports);
    }
}
