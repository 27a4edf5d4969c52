// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A process of its own that runs a {@link DrillNode}, or another program, and obeys. Ends with this one. */
public final class NodeJvm implements AutoCloseable {

    private static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-Djava.net.preferIPv4Stack=true");
    private static final String ENDED = "the process has ended";
    private static final Duration START = Duration.ofMinutes(3);

    private final String name;
    private final Process process;
    private final PrintWriter orders;
    private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
    private long number;

    private NodeJvm(String name, Process process) {
        this.name = name;
        this.process = process;
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::read, "replies of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * What a node runs.
     *
     * @param main its program
     * @param older the library that it runs on, or null for that of today
     */
    record Program(Class<?> main, @Nullable OlderRelease older) {

        private String classPath() {
            return older == null ? present() : older.in(present());
        }

        private static String present() {
            return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        }
    }

    /**
     * Starts a node.
     *
     * @param name its name
     * @param program what it runs
     * @param in words before the command, to run it in another network or with another clock
     * @param settings system properties
     * @param directory where its log goes
     * @param arguments further arguments of the node
     */
    static NodeJvm begin(
            String name,
            Program program,
            List<String> in,
            Map<String, String> settings,
            Path directory,
            String... arguments) {
        List<String> command = new ArrayList<>(in);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        settings.forEach((property, value) -> command.add("-D" + property + "=" + value));
        command.addAll(List.of("-cp", program.classPath(), program.main().getName(), name));
        command.addAll(List.of(arguments));
        File log = directory.resolve(name + ".log").toFile();
        try {
            return new NodeJvm(
                    name,
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.appendTo(log))
                            .start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Waits until the node is up. */
    public void awaitUp() {
        awaitReply(START, 0);
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(replies::add);
        } catch (IOException | UncheckedIOException gone) {
            replies.add(ENDED);
        }
        replies.add(ENDED);
    }

    public String name() {
        return name;
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Gives an order and waits for the reply.
     *
     * @throws IllegalStateException if there is none in time, or it says that the order failed
     */
    public synchronized String ask(Duration patience, Object... words) {
        number++;
        List<String> order = new ArrayList<>(List.of(String.valueOf(number)));
        for (Object word : words) {
            order.add(String.valueOf(word));
        }
        orders.println(String.join(" ", order));
        String reply = awaitReply(patience, number);
        if (reply.startsWith("failed")) {
            throw new IllegalStateException(name + " on " + order + ": " + reply);
        }
        return reply;
    }

    /** Replies to orders that no caller waits for any more are skipped. */
    private String awaitReply(Duration patience, long expected) {
        long end = System.nanoTime() + patience.toNanos();
        String wanted = expected + " ";
        try {
            while (true) {
                String line = replies.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (line == null) {
                    throw new IllegalStateException(name + " does not answer within " + patience + ", see its log");
                }
                if (line.equals(ENDED)) {
                    replies.add(ENDED);
                    throw new IllegalStateException(name + " has ended, see its log");
                }
                if (line.startsWith(wanted)) {
                    return line.substring(wanted.length());
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Ends the process without a chance to say good-bye. */
    void kill() {
        process.destroyForcibly();
    }

    /** Asks the process to end. Its orders do not end by that, or it would end at once. */
    void stop() {
        process.toHandle().destroy();
    }

    /**
     * Waits until the process has ended.
     *
     * @throws IllegalStateException if it has not in time; it is killed then
     */
    void awaitEnd(Duration patience) {
        try {
            if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                kill();
                throw new IllegalStateException(name + " did not end within " + patience + ", see its log");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Lets the process stand still while something is done, or until this process ends. */
    public <T> T whileFrozen(Supplier<T> action) {
        Freeze freeze = Freeze.of(process.pid());
        try {
            return action.get();
        } finally {
            freeze.end();
        }
    }

    /** Gives no orders any more, as when this process ends. */
    void hangUp() {
        orders.close();
    }

    @Override
    public void close() {
        kill();
        awaitEnd(DrillFarm.SOON);
    }
}
