// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.server;

import dev.rehydrate.benchmark.process.Guard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Redis of its own on this machine, which forces its log to the disk once a second. */
public final class RedisServer implements AutoCloseable {

    private static final String PROGRAM = "redis-server";
    private static final int TRIES = 200;

    private final Process process;
    private final Guard guard;
    private final int port;

    private RedisServer(Process process, Guard guard, int port) {
        this.process = process;
        this.guard = guard;
        this.port = port;
    }

    /**
     * Starts it.
     *
     * @param directory where its log goes, which should be a real disk
     * @return the server, which answers
     * @throws IllegalStateException if it is not installed or does not answer; says what to do
     */
    public static RedisServer start(Path directory) {
        return start(PROGRAM, directory);
    }

    static RedisServer start(String program, Path directory) {
        try {
            Files.createDirectories(directory);
            int port = freePort();
            Path pidFile = directory.resolve("redis.pid");
            Process process = new ProcessBuilder(command(program, directory, pidFile, port))
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("redis.log").toFile())
                    .start();
            await(process, port, directory);
            return new RedisServer(process, Guard.of(pidFile), port);
        } catch (IOException failed) {
            throw new IllegalStateException(
                    "Redis is a baseline of this section, and " + program + " does not start. Install it: "
                            + "benchmarks/install-servers.sh, or the package redis-server of Debian or Ubuntu.",
                    failed);
        }
    }

    private static List<String> command(String program, Path directory, Path pidFile, int port) {
        return List.of(
                program,
                "--port",
                String.valueOf(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                directory.toString(),
                "--pidfile",
                pidFile.toString(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "everysec",
                "--save",
                "");
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static void await(Process process, int port, Path directory) throws IOException {
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException notYet) {
                pause(process);
            }
        }
        process.destroyForcibly();
        throw new IOException("no answer on port " + port + "; see " + directory.resolve("redis.log"));
    }

    private static void pause(Process process) {
        try {
            var unused = process.waitFor(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Redis starts", interrupted);
        }
    }

    /** {@return its port on the loopback interface} */
    public int port() {
        return port;
    }

    /** {@return its process} */
    public ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.destroy();
        guard.close();
    }
}
