// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The file, and the nodes on it, each of which can be killed and started again. Safe for use by many threads; looking at it does
 * not wait for a node that is being started.
 */
final class ServedFarm implements AutoCloseable {

    private final DocumentFile file;
    private final FarmFeed feed;
    private final TimeSource time;
    private final Map<String, Integer> ports = new ConcurrentSkipListMap<>();
    private final Map<String, NodeProcess> nodes = new ConcurrentSkipListMap<>();
    private boolean closed;

    private ServedFarm(DocumentFile file, FarmFeed feed, TimeSource time) {
        this.file = file;
        this.feed = feed;
        this.time = time;
    }

    /**
     * Starts all nodes.
     *
     * @param directory where the documents are, or will be
     * @param ports the port of each node by its name; 0 for any that is free
     * @param feed is told what happens
     * @param time says when
     * @throws IOException if a node cannot start; nothing is left running
     */
    static ServedFarm start(Path directory, Map<String, Integer> ports, FarmFeed feed, TimeSource time)
            throws IOException {
        ServedFarm farm = new ServedFarm(DocumentFile.open(directory), feed, time);
        try {
            for (Map.Entry<String, Integer> node : ports.entrySet()) {
                farm.ports.put(node.getKey(), node.getValue());
                farm.start(node.getKey());
            }
            return farm;
        } catch (IOException | RuntimeException failure) {
            farm.close();
            throw failure;
        }
    }

    DocumentFile file() {
        return file;
    }

    /** The names of all nodes, whether they run or not. */
    List<String> names() {
        return List.copyOf(ports.keySet());
    }

    /** The node with a name, if it runs. */
    Optional<NodeProcess> node(String name) {
        return Optional.ofNullable(nodes.get(name)).filter(NodeProcess::isAlive);
    }

    /**
     * Starts a node that does not run, on the port that it had before.
     *
     * @throws IOException if it cannot start
     */
    synchronized void start(String name) throws IOException {
        Integer port = ports.get(name);
        if (port == null || closed || node(name).isPresent()) {
            return;
        }
        NodeProcess node = NodeProcess.start(name, port, file, feed::tell);
        nodes.put(name, node);
        ports.put(name, node.uri().getPort());
        feed.tell(FarmEvent.ofNode(time.instant(), name, "started"));
    }

    /** Kills the process of a node with SIGKILL. */
    synchronized void kill(String name) {
        node(name).ifPresent(node -> {
            node.kill();
            feed.tell(FarmEvent.ofNode(time.instant(), name, "killed"));
        });
    }

    /** Stops all nodes, which finish what they do, and then closes the file. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        List<NodeProcess> running = new ArrayList<>(nodes.values());
        running.forEach(NodeProcess::stop);
        running.forEach(NodeProcess::awaitEnd);
        file.close();
    }
}
