// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import dev.rehydrate.sample.farm.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One life of a node, in a process of its own. */
final class NodeProcess {

    private static final int END_SECONDS = 40;

    private final String name;
    private final Process process;
    private final PrintWriter orders;
    private final URI uri;

    private NodeProcess(String name, Process process, PrintWriter orders, URI uri) {
        this.name = name;
        this.process = process;
        this.orders = orders;
        this.uri = uri;
    }

    /**
     * Starts a node and waits until it takes requests.
     *
     * @param name its name
     * @param port its port, or 0 for any that is free
     * @param file where the documents are
     * @param news takes what the node tells, in a thread of its own
     * @throws IOException if the node cannot start; the message says why
     */
    static NodeProcess start(String name, int port, DocumentFile file, Consumer<FarmEvent> news) throws IOException {
        Process process = ChildJvm.start(NodeMain.class, List.of(name, String.valueOf(port)));
        PrintWriter orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        orders.println(file.url());
        orders.println(file.password());
        BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
        String line = answers.readLine();
        if (line == null || !line.startsWith(NodeMain.UP)) {
            process.destroyForcibly();
            throw new IOException(
                    line == null
                            ? "the process of node " + name + " has ended; its log is above"
                            : "node " + name + ": " + line.substring(NodeMain.FAILED.length()));
        }
        Thread reader = new Thread(() -> read(answers, news), "news-of-" + name);
        reader.setDaemon(true);
        reader.start();
        return new NodeProcess(name, process, orders, URI.create(line.substring(NodeMain.UP.length())));
    }

    private static void read(BufferedReader answers, Consumer<FarmEvent> news) {
        try {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                if (line.startsWith(FarmEvent.PREFIX)) {
                    news.accept(FarmEvent.parse(line));
                }
            }
        } catch (IOException killed) {
            // The last lines of a process that is killed are lost with it; the store has what they would have said.
            return;
        }
    }

    String name() {
        return name;
    }

    URI uri() {
        return uri;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: the process has no chance to do anything. */
    void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Asks the node to stop; it finishes what it does and leaves. */
    void stop() {
        orders.close();
    }

    /** Waits until the process has ended; one that does not end in time is killed. */
    void awaitEnd() {
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
