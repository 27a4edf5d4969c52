// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.store.hazelcast.drill.FreePorts;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A PostgreSQL server on loopback that forces the disk at each commit, and can be killed with all its processes, stopped and
 * started on the same data. The programs come from Maven and are unpacked once below {@code target}.
 */
public final class PostgresServer implements AutoCloseable {

    public static final String USER = "postgres";

    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofMinutes(1);

    private final Path programs;
    private final Path data;
    private final int port;
    private final List<String> settings;
    private Process postmaster;

    private PostgresServer(Path programs, Path data, int port, List<String> settings) {
        this.programs = programs;
        this.data = data;
        this.port = port;
        this.settings = settings;
    }

    /**
     * Makes a server with an empty database, and starts it.
     *
     * @param directory where its data go, and its log beside them
     * @param more settings as {@code name=value}
     */
    public static PostgresServer in(Path directory, String... more) {
        Path programs = unpacked(Path.of("target", "postgres").toAbsolutePath());
        Path data = directory.resolve("data").toAbsolutePath();
        List<String> settings = new ArrayList<>(List.of(
                "fsync=on",
                "synchronous_commit=on",
                "full_page_writes=on",
                "max_connections=100",
                "shared_buffers=32MB",
                "unix_socket_directories="));
        settings.addAll(List.of(more));
        PostgresServer server = new PostgresServer(programs, data, FreePorts.any(), settings);
        server.initialize();
        server.start();
        return server;
    }

    /**
     * Makes a standby of this server, from a backup that is taken while it works, and starts it.
     *
     * @param directory where its data go; emptied
     * @param at its port, or 0 for a free one
     */
    PostgresServer standby(Path directory, int at) {
        Path copy = emptied(directory).resolve("data");
        PostgresServer standby = new PostgresServer(programs, copy, at == 0 ? FreePorts.any() : at, settings);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_backup_start('standby', true)");
            DataDirectory.copy(data, copy);
            try (ResultSet stopped = statement.executeQuery("select labelfile from pg_backup_stop(false)")) {
                stopped.next();
                DataDirectory.makeStandby(copy, stopped.getString(1), "host=127.0.0.1 user=" + USER + " port=" + port);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException("no backup could be taken of " + data, failure);
        }
        standby.start();
        return standby;
    }

    /** Runs statements that give no rows, each on its own. */
    public void execute(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(List.of(statements) + " failed", failure);
        }
    }

    private static Path unpacked(Path directory) {
        if (Files.exists(directory.resolve("bin/postgres"))) {
            return directory;
        }
        try (InputStream archive = PostgresServer.class.getResourceAsStream(ARCHIVE)) {
            if (archive == null) {
                throw new IllegalStateException(
                        "there are no PostgreSQL programs for this machine: Linux on x86-64 is needed");
            }
            Files.createDirectories(directory);
            Path file = directory.resolve("postgres.txz");
            Files.copy(archive, file, StandardCopyOption.REPLACE_EXISTING);
            call(directory.resolve("unpack.log"), "tar", "-xJf", file.toString(), "-C", directory.toString());
            return directory;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void initialize() {
        List<String> command = new ArrayList<>(asUser());
        command.addAll(List.of(
                program("initdb"),
                "-D",
                data.toString(),
                "-U",
                USER,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "--wal-segsize=4"));
        call(log(), command.toArray(String[]::new));
    }

    /** PostgreSQL refuses to run as root; in a user name space of its own the same files belong to another user. */
    private static List<String> asUser() {
        return "root".equals(System.getProperty("user.name")) ? List.of("unshare", "-U") : List.of();
    }

    private String program(String name) {
        return programs.resolve("bin").resolve(name).toString();
    }

    /** {@return what the server has logged} */
    public Path log() {
        return data.resolveSibling("postgres.log");
    }

    private static void call(Path log, String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(List.of(command) + " has failed, see " + log);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Starts the server on the data that are there, and waits until it answers; again if it cannot yet, after a kill. */
    void start() {
        launch();
        Awaitility.await("PostgreSQL answers, see " + log())
                .atMost(START)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    if (!postmaster.isAlive()) {
                        launch();
                    }
                    return answers();
                });
    }

    private void launch() {
        List<String> command = new ArrayList<>(asUser());
        command.addAll(
                List.of(program("postgres"), "-D", data.toString(), "-h", "127.0.0.1", "-p", String.valueOf(port)));
        settings.forEach(setting -> command.addAll(List.of("-c", setting)));
        try {
            postmaster = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private boolean answers() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** Whether the server runs; it ends by itself if it cannot recover, as on a full disk. */
    boolean isRunning() {
        return postmaster.isAlive();
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), USER, "");
    }

    public String url() {
        return url(port);
    }

    static String url(int port) {
        return url("127.0.0.1", port);
    }

    static String url(String host, int port) {
        return "jdbc:postgresql://" + host + ":" + port + "/postgres";
    }

    int port() {
        return port;
    }

    Path data() {
        return data;
    }

    /** Kills the postmaster and all its children at one moment: it is stopped first, so that it makes no more of them. */
    void kill() {
        signal("-STOP", Stream.of(postmaster.toHandle()));
        List<ProcessHandle> all = Stream.concat(Stream.of(postmaster.toHandle()), postmaster.descendants())
                .toList();
        signal("-KILL", all.stream());
        all.forEach(process ->
                process.onExit().orTimeout(STOP.toSeconds(), TimeUnit.SECONDS).join());
    }

    /** Lets the server end as at a restart of the machine: sessions are closed, transactions rolled back. */
    void stop() {
        signal("-INT", Stream.of(postmaster.toHandle()));
        postmaster.onExit().orTimeout(STOP.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** Lets the server accept connections, as the kernel does, and answer nothing. */
    public void silence() {
        signal("-STOP", Stream.concat(Stream.of(postmaster.toHandle()), postmaster.descendants()));
    }

    /** Lets the server go on where it was silenced. */
    public void resume() {
        signal("-CONT", Stream.concat(Stream.of(postmaster.toHandle()), postmaster.descendants()));
    }

    private static void signal(String signal, Stream<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("kill", signal));
        processes.map(process -> String.valueOf(process.pid())).forEach(command::add);
        try {
            Process kill = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!kill.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException(command + " does not end: " + said);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        if (postmaster.isAlive()) {
            kill();
        }
    }

    /** {@return an empty directory below that of the drills} */
    public static Path emptied(Path directory) {
        try {
            if (Files.exists(directory)) {
                try (Stream<Path> old = Files.walk(directory)) {
                    old.sorted(java.util.Comparator.reverseOrder())
                            .map(Path::toFile)
                            .forEach(File::delete);
                }
            }
            return Files.createDirectories(directory).toAbsolutePath();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
