// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.server;

import dev.rehydrate.benchmark.process.Guard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A Redis of its own on this machine, which forces its log to the disk once a second. */
public final class RedisServer implements AutoCloseable {

    private static final String PROGRAM = "redis-server";
    private static final int TRIES = 200;
    private static final int PORTS = 10;
    private static final Duration PAUSE = Duration.ofMillis(50);

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
        return start(program, directory, FreePort::any);
    }

    static RedisServer start(String program, Path directory, IntSupplier ports) {
        Path pidFile = directory.resolve("redis.pid");
        Path log = directory.resolve("redis.log");
        // Another program may take a port between the moment at which it is found free and the one at which Redis binds
        // it.
        for (int i = 0; i < PORTS; i++) {
            int port = ports.getAsInt();
            Process process = launch(command(program, directory, pidFile, port), directory, log);
            if (answers(process, port, log)) {
                return new RedisServer(process, Guard.of(pidFile), port);
            }
        }
        throw new IllegalStateException(
                program + " has ended at its start on " + PORTS + " ports one after the other; see " + log);
    }

    private static Process launch(List<String> command, Path directory, Path log) {
        try {
            Files.createDirectories(directory);
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException failed) {
            throw new IllegalStateException(
                    "Redis is a baseline of this section, and " + command.get(0) + " does not start. Install it: "
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

    /** Waits until the process answers on the port; false if it has ended. */
    private static boolean answers(Process process, int port, Path log) {
        boolean served = false;
        try {
            for (int i = 0; i < TRIES && !served && process.isAlive(); i++) {
                served = isServedBy(process, port);
                if (!served) {
                    pause(process);
                }
            }
            if (!served && process.isAlive()) {
                throw new IllegalStateException("Redis runs, and does not answer on port " + port + "; see " + log);
            }
            return served;
        } finally {
            if (!served) {
                process.destroyForcibly();
            }
        }
    }

    /** Another program that has taken the port answers too, and perhaps as a Redis, but not with this process id. */
    private static boolean isServedBy(Process process, int port) {
        try (Jedis redis = new Jedis("127.0.0.1", port, (int) PAUSE.toMillis())) {
            return redis.info("server").lines().anyMatch(line -> line.equals("process_id:" + process.pid()));
        } catch (JedisException notYet) {
            return false;
        }
    }

    private static void pause(Process process) {
        try {
            var unused = process.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
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
