// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A network for each of a few nodes, joined by a bridge, so that the cable of one can be pulled, or packets be dropped in one
 * direction or between two nodes. Needs root, {@code ip} and, to drop packets, {@code nft}; nothing of it is reached from
 * outside this machine.
 */
public final class Networks implements AutoCloseable {

    private static final String PREFIX = "rhd";
    private static final String BRIDGE = PREFIX + "br0";
    private static final String TABLE = "drill";
    private static final String SUBNET = "10.88.0.";
    private static final int MACHINE = 254;

    private final int size;

    /** @throws IllegalStateException if this machine does not let us */
    Networks(int size) {
        this.size = size;
        close();
        try {
            Shell.run("ip", "link", "add", BRIDGE, "type", "bridge");
            Shell.run("ip", "addr", "add", machine() + "/24", "dev", BRIDGE);
            Shell.run("ip", "link", "set", BRIDGE, "up");
            names().forEach(Networks::lay);
        } catch (RuntimeException failure) {
            close();
            throw new IllegalStateException(
                    "this drill needs root, network namespaces and the command 'ip' (package iproute2)", failure);
        }
    }

    /**
     * Networks in which packets can be dropped.
     *
     * @throws IllegalStateException if this machine does not let us
     */
    public static Networks withFilters(int size) {
        Networks networks = new Networks(size);
        try {
            networks.names().forEach(node -> filter(node, "list", "tables"));
            return networks;
        } catch (RuntimeException failure) {
            networks.close();
            throw new IllegalStateException(
                    "this drill needs the command 'nft' (Debian package nftables) and nf_tables in the kernel",
                    failure);
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

    /** Pulls the cable of a node: what is sent is lost, and no side is told. */
    void cut(String node) {
        Shell.run("ip", "link", "set", PREFIX + "v" + node, "down");
    }

    /** Puts the cable back. */
    void heal(String node) {
        Shell.run("ip", "link", "set", PREFIX + "v" + node, "up");
    }

    /** Drops everything that a node would receive; what it sends arrives. */
    void deafen(String node) {
        drop(node, "input", "iifname", "e0");
    }

    /** Drops everything that a node sends; what is sent to it arrives. */
    void mute(String node) {
        drop(node, "output", "oifname", "e0");
    }

    /** {@return the address of this machine, for nodes that ask its servers} */
    public static String machine() {
        return SUBNET + MACHINE;
    }

    /** Drops everything between two nodes; each of them still reaches all others. */
    public void part(String one, String other) {
        String address = SUBNET + other.substring(1);
        drop(one, "input", "ip", "saddr", address);
        drop(one, "output", "ip", "daddr", address);
    }

    /** Drops nothing any more of what a node receives or sends. */
    public void hearAndSpeak(String node) {
        filter(node, "delete", "table", "inet", TABLE);
    }

    private static void drop(String node, String chain, String... what) {
        filter(node, "add", "table", "inet", TABLE);
        filter(node, "add", "chain", "inet", TABLE, chain, "{ type filter hook " + chain + " priority 0 ; }");
        List<String> rule = new ArrayList<>(List.of("add", "rule", "inet", TABLE, chain));
        rule.addAll(List.of(what));
        rule.add("drop");
        filter(node, rule.toArray(String[]::new));
    }

    private static void filter(String node, String... words) {
        List<String> command = new ArrayList<>(inside(node));
        command.add("nft");
        command.addAll(List.of(words));
        Shell.run(command.toArray(String[]::new));
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
