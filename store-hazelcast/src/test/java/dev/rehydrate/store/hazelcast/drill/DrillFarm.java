// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Several nodes, each a process of its own: starts them, and again when they are gone. */
public final class DrillFarm implements AutoCloseable {

    public static final Duration SOON = Duration.ofSeconds(10);
    /** For whatever has to wait for members to come, go or find each other. */
    public static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path directory;
    private final List<String> names;
    private final List<String> addresses;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Function<String, List<String>> prefix;
    private final Map<String, NodeJvm> running = new LinkedHashMap<>();
    private final List<String> clients = new ArrayList<>();
    private final Map<String, OlderRelease> older = new HashMap<>();
    private Class<?> program = DrillNode.class;
    private boolean hasMembers = true;

    private DrillFarm(
            Path directory,
            List<String> addresses,
            Map<String, String> settings,
            Function<String, List<String>> prefix) {
        this.directory = directory;
        this.addresses = addresses;
        this.names = IntStream.rangeClosed(1, addresses.size())
                .mapToObj(number -> "n" + number)
                .toList();
        this.prefix = prefix;
        this.settings.put("rehydrate.cluster-name", "drill-" + UUID.randomUUID());
        this.settings.put("rehydrate.members", String.join(",", addresses));
        this.settings.put("slf4j.provider", "org.slf4j.simple.SimpleServiceProvider");
        this.settings.put("org.slf4j.simpleLogger.showDateTime", "true");
        this.settings.put("org.slf4j.simpleLogger.dateTimeFormat", "HH:mm:ss.SSS");
        this.settings.putAll(settings);
    }

    /** Nodes on ports of loopback. */
    public static DrillFarm onLoopback(String drill, int size, Map<String, String> settings) {
        return new DrillFarm(emptied(Summary.DIRECTORY.resolve(drill)), onLoopback(size), settings, name -> List.of());
    }

    /** Nodes that share a database and know nothing of each other, each running a program that obeys as {@link DrillNode} does. */
    public static DrillFarm onDatabase(String drill, int size, Map<String, String> settings, Class<?> main) {
        DrillFarm farm = onLoopback(drill, size, settings).running(main);
        farm.hasMembers = false;
        return farm;
    }

    /** Nodes on ports of loopback, whose wall clocks can be set. */
    static DrillFarm withClocks(String drill, int size, Map<String, String> settings) {
        List<String> addresses = onLoopback(size);
        Path directory = emptied(Summary.DIRECTORY.resolve(drill));
        WallClocks clocks = WallClocks.in(directory);
        return new DrillFarm(directory, addresses, settings, clocks::of);
    }

    /** Lets the nodes run another program; it says {@code 0 up} when it is, and obeys as {@link DrillNode} does. */
    public DrillFarm running(Class<?> main) {
        program = main;
        return this;
    }

    /** Sets the wall clock of a node, and waits until it shows that. */
    void setClock(String name, Duration ahead) {
        WallClocks.in(directory).set(name, ahead);
        Awaitility.await("the clock of " + name + " is " + ahead + " ahead")
                .atMost(SOON)
                .until(() -> {
                    long shown = Long.parseLong(node(name).ask(SOON, "time"));
                    return Math.abs(shown - ahead.toMillis() - System.currentTimeMillis()) < SOON.toMillis();
                });
    }

    /** Nodes in networks of their own. */
    public static DrillFarm in(Networks networks, String drill, Map<String, String> settings) {
        return new DrillFarm(
                emptied(Summary.DIRECTORY.resolve(drill)), networks.addresses(), settings, Networks::inside);
    }

    /** Nodes in networks of their own, of which the last ones are left to clients. */
    static DrillFarm in(Networks networks, int members, String drill, Map<String, String> settings) {
        return new DrillFarm(
                emptied(Summary.DIRECTORY.resolve(drill)),
                networks.addresses().subList(0, members),
                settings,
                Networks::inside);
    }

    /** What makes a farm of this size of the given durability. */
    public static Map<String, String> settings(Durability durability, int size) {
        return Map.of(
                "rehydrate.durability",
                durability.name().toLowerCase(Locale.ROOT),
                "rehydrate.farm-size",
                String.valueOf(size));
    }

    /**
     * What makes a farm whose members lose each other. The lanes that know what is to be there, timers and instances that are put aside, are in
     * it where nothing may be lost.
     */
    static Map<String, String> settingsToPart(Durability durability, int size) {
        Map<String, String> settings = settings(durability, size);
        return durability == Durability.PROTECTED ? Rounds.timed(settings) : settings;
    }

    private static List<String> onLoopback(int count) {
        return FreePorts.different()
                .limit(count)
                .mapToObj(port -> "127.0.0.1:" + port)
                .toList();
    }

    private static Path emptied(Path directory) {
        try {
            if (Files.exists(directory)) {
                try (Stream<Path> old = Files.walk(directory)) {
                    for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(path);
                    }
                }
            }
            return Files.createDirectories(directory).toAbsolutePath();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public Path directory() {
        return directory;
    }

    public String clusterName() {
        return settings.get("rehydrate.cluster-name");
    }

    public List<String> names() {
        return names;
    }

    public List<String> addresses() {
        return addresses;
    }

    /** {@return the names of all members, and of the clients that were started} */
    List<String> callers() {
        return Stream.concat(names.stream(), clients.stream()).toList();
    }

    public NodeJvm node(String name) {
        return running.get(name);
    }

    public Collection<NodeJvm> nodes() {
        return running.values();
    }

    /** Starts all, one after the other, and waits until they are one farm. */
    public DrillFarm startAll(String... arguments) {
        try {
            names.forEach(name -> start(name, arguments));
            awaitWhole();
            return this;
        } catch (RuntimeException | Error failure) {
            // No caller has the farm yet, and its processes would run on.
            close();
            throw failure;
        }
    }

    /** Starts a node, which may have been running before, and waits until it is up. */
    public NodeJvm start(String name, String... arguments) {
        NodeJvm node = begin(name, arguments);
        node.awaitUp();
        return node;
    }

    /** Starts a node that keeps no instances and asks the members, and waits until it is up. */
    NodeJvm startClient(String name, String... arguments) {
        return startClient(name, Map.of(), arguments);
    }

    /** The same, with settings of its own. */
    NodeJvm startClient(String name, Map<String, String> more, String... arguments) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("rehydrate.mode", "client");
        all.putAll(more);
        NodeJvm node = NodeJvm.begin(name, programOf(name), prefix.apply(name), all, directory, arguments);
        running.put(name, node);
        clients.add(name);
        node.awaitUp();
        return node;
    }

    private NodeJvm.Program programOf(String name) {
        return new NodeJvm.Program(program, older.get(name));
    }

    /** Lets a node run on an older release from its next start on. */
    public DrillFarm downgrade(String name, OlderRelease release) {
        older.put(name, release);
        return this;
    }

    /** Lets a node run on the release of today from its next start on. */
    public void upgrade(String name) {
        older.remove(name);
    }

    /** Starts a node and does not wait. */
    public NodeJvm begin(String name, String... arguments) {
        String address = addresses.get(names.indexOf(name));
        int colon = address.indexOf(':');
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("rehydrate.bind-address", address.substring(0, colon));
        all.put("rehydrate.port", address.substring(colon + 1));
        NodeJvm node = NodeJvm.begin(name, programOf(name), prefix.apply(name), all, directory, arguments);
        running.put(name, node);
        return node;
    }

    /** Kills nodes at the same moment. */
    public void kill(Collection<String> names) {
        List<NodeJvm> victims = names.stream().map(running::remove).toList();
        victims.forEach(NodeJvm::kill);
        victims.forEach(victim -> victim.awaitEnd(SOON));
    }

    /** Lets a node end as a person would, and waits until it has ended. */
    public void stop(String name) {
        NodeJvm node = running.remove(name);
        node.stop();
        node.awaitEnd(PATIENCE);
    }

    /** Lets all nodes end at the same moment, as a person would, and waits until they have ended. */
    public void stopAll() {
        List<NodeJvm> all = List.copyOf(running.values());
        running.clear();
        all.forEach(NodeJvm::stop);
        all.forEach(node -> node.awaitEnd(PATIENCE));
    }

    /** Waits until all nodes are one farm and every instance has all its copies. */
    public void awaitWhole() {
        if (!hasMembers) {
            return;
        }
        awaitSize((int) names.stream().filter(running::containsKey).count());
        Awaitility.await("every instance has its copies")
                .atMost(PATIENCE)
                .until(() -> nodes().stream()
                        .allMatch(node -> node.ask(PATIENCE, "safe").equals("true")));
    }

    /** Waits until every node that runs sees this many members. */
    public void awaitSize(int size) {
        Awaitility.await("one farm of " + size)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> nodes().stream()
                        .allMatch(node -> node.ask(SOON, "members").equals(String.valueOf(size))));
    }

    @Override
    public void close() {
        kill(List.copyOf(running.keySet()));
    }
}
