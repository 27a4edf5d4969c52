// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A network for each of a few nodes, joined by a bridge, so that the cable of one can be pulled. Needs root and {@code ip};
 * nothing of it is reached from outside this machine.
 */
final class Networks implements AutoCloseable {

    private static final String PREFIX = "rhd";
    private static final String BRIDGE = PREFIX + "br0";
    private static final String SUBNET = "10.88.0.";

    private final int size;

    /** @throws IllegalStateException if this machine does not let us */
    Networks(int size) {
        this.size = size;
        close();
        try {
            Shell.run("ip", "link", "add", BRIDGE, "type", "bridge");
            Shell.run("ip", "link", "set", BRIDGE, "up");
            names().forEach(Networks::lay);
        } catch (RuntimeException failure) {
            close();
            throw new IllegalStateException(
                    "this drill needs root, network namespaces and the command 'ip' (package iproute2)", failure);
        }
    }

    private List<String> names() {
        return IntStream.rangeClosed(1, size).mapToObj(number -> "n" + number).toList();
    }

    private static void lay(String node) {
        String number = node.substring(1);
        Shell.run("ip", "netns", "add", PREFIX + node);
        Shell.run(
                "ip", "link", "add", PREFIX + "v" + node, "type", "veth", "peer", "name", "e0", "netns", PREFIX + node);
        Shell.run("ip", "link", "set", PREFIX + "v" + node, "master", BRIDGE, "up");
        Shell.run("ip", "-n", PREFIX + node, "link", "set", "lo", "up");
        Shell.run("ip", "-n", PREFIX + node, "addr", "add", SUBNET + number + "/24", "dev", "e0");
        Shell.run("ip", "-n", PREFIX + node, "link", "set", "e0", "up");
    }

    /** {@return the words that run a command in the network of a node} */
    static List<String> inside(String node) {
        return List.of("ip", "netns", "exec", PREFIX + node);
    }

    List<String> addresses() {
        return names().stream()
                .map(node -> SUBNET + node.substring(1) + ":5701")
                .toList();
    }

    /** Pulls the cable of a node: what is sent is lost, and nobody is told. */
    void cut(String node) {
        Shell.run("ip", "link", "set", PREFIX + "v" + node, "down");
    }

    /** Puts the cable back. */
    void heal(String node) {
        Shell.run("ip", "link", "set", PREFIX + "v" + node, "up");
    }

    /** Removes everything, also what an earlier run has left. */
    @Override
    public void close() {
        for (String node : names()) {
            Shell.attempt("ip", "link", "del", PREFIX + "v" + node);
            Shell.attempt("ip", "netns", "del", PREFIX + node);
        }
        Shell.attempt("ip", "link", "del", BRIDGE);
    }
}
