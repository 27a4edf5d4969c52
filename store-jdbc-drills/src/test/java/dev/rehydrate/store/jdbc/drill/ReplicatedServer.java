// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.store.hazelcast.drill.Rounds;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * A PostgreSQL server and a standby, to which everything is streamed that the server commits: before a commit is acknowledged, or a
 * moment later. After a failover the former primary becomes the standby of the new one.
 */
final class ReplicatedServer implements AutoCloseable {

    private static final Duration CONNECTED = Duration.ofMinutes(1);

    private final boolean synchronous;
    private Place primary;
    private Place standby;

    /** A server, and the directory and port that its successor will have. */
    private record Place(PostgresServer server, Path directory) {}

    private ReplicatedServer(boolean synchronous, Place primary, Place standby) {
        this.synchronous = synchronous;
        this.primary = primary;
        this.standby = standby;
    }

    /**
     * Starts both.
     *
     * @param directory where their data go
     * @param synchronous whether a commit waits for the standby
     */
    static ReplicatedServer in(Path directory, boolean synchronous) {
        Path one = PostgresServer.emptied(directory.resolve("one"));
        PostgresServer first = PostgresServer.in(one, "wal_keep_size=512MB");
        Path two = directory.resolve("two");
        ReplicatedServer pair =
                new ReplicatedServer(synchronous, new Place(first, one), new Place(first.standby(two, 0), two));
        pair.awaitReplication();
        return pair;
    }

    /** {@return a URL that leads to whichever server is the primary} */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + primary.server().port() + ",127.0.0.1:"
                + standby.server().port() + "/postgres?targetServerType=primary&hostRecheckSeconds=1";
    }

    private void awaitReplication() {
        if (synchronous) {
            primary.server().execute("alter system set synchronous_standby_names = '*'", "select pg_reload_conf()");
        }
        String wanted = synchronous ? "sync" : "async";
        Awaitility.await("the standby streams, see " + standby.server().log())
                .atMost(CONNECTED)
                .until(() -> wanted.equals(stateOfStandby()));
    }

    private String stateOfStandby() throws SQLException {
        try (Connection connection = primary.server().connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select sync_state from pg_stat_replication where state = 'streaming'")) {
            return found.next() ? found.getString(1) : "none";
        }
    }

    /** From now on the standby hears nothing more. */
    void endReplication() {
        standby.server().execute("alter system set primary_conninfo = ''", "select pg_reload_conf()");
        Awaitility.await("the standby hears nothing more")
                .atMost(CONNECTED)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> "none".equals(stateOfStandby()));
    }

    /** Lets the standby stand still for a while. A commit that waits for it waits for as long. */
    void pauseStandby(Duration pause) {
        pauseStandby(pause, () -> {});
    }

    /** The same, and something happens in the middle of it. */
    void pauseStandby(Duration pause, Runnable event) {
        standby.server().silence();
        try {
            Rounds.last(pause.dividedBy(2));
            event.run();
            Rounds.last(pause.dividedBy(2));
        } finally {
            standby.server().resume();
        }
    }

    /** Kills the primary, postmaster and children, and makes the standby the primary. */
    void failOver() {
        primary.server().kill();
        standby.server().execute("select pg_promote()");
        Place former = primary;
        primary = standby;
        standby = former;
    }

    /** Makes the former primary a standby of the present one, while that works. */
    void replicateAgain() {
        int port = standby.server().port();
        standby = new Place(primary.server().standby(standby.directory(), port), standby.directory());
        awaitReplication();
    }

    @Override
    public void close() {
        try (PostgresServer one = primary.server();
                PostgresServer two = standby.server()) {
            primary = new Place(one, primary.directory());
            standby = new Place(two, standby.directory());
        }
    }
}
