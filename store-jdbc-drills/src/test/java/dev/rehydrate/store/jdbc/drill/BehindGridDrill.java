// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.store.jdbc.drill.DatabaseDrill.Fault;
import java.time.Duration;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Three processes on a server, each a member of the grid in front of it: what happens to them, or between them, loses nothing. */
final class BehindGridDrill {

    private static final int ROUNDS = 3;
    /** Longer than members wait for each other before they go on without one. */
    private static final Duration PAUSE = Duration.ofSeconds(15);

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("grid-kill-one", fault(server -> drill -> {
                    drill.killProcess();
                    drill.startProcesses();
                })),
                Arguments.of("grid-cold-start", fault(server -> drill -> {
                    drill.killProcesses();
                    drill.startProcesses();
                })),
                Arguments.of("grid-pause", fault(server -> drill -> drill.pauseProcess(PAUSE))),
                Arguments.of("grid-database-kill", fault(server -> drill -> {
                    server.kill();
                    server.start();
                    drill.requireProcesses();
                })),
                Arguments.of("grid-killed-sessions", fault(server -> drill -> {
                    KilledSessionsDrill.killSessions(server);
                    drill.requireProcesses();
                })));
    }

    private static Function<PostgresServer, Fault> fault(Function<PostgresServer, Fault> fault) {
        return fault;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void theDatabaseStaysTheOnlyTruth(String name, Function<PostgresServer, Fault> fault) throws Exception {
        try (PostgresServer server = PostgresServer.in(DatabaseDrill.directory(name))) {
            DatabaseDrill.behindGrid(name, server.url(), ROUNDS, fault.apply(server));
        }
    }

    /** Commits wait for the standby. */
    @Test
    void aFailoverLosesNothing() throws Exception {
        String name = "grid-failover-synchronous";
        try (ReplicatedServer servers = ReplicatedServer.in(DatabaseDrill.directory(name), true)) {
            DatabaseDrill.behindGrid(name, servers.url(), ROUNDS, drill -> {
                servers.failOver();
                drill.requireProcesses();
                drill.awaitWork();
                servers.replicateAgain();
            });
        }
    }

    /** What was not acknowledged meanwhile is there or not, as callers are told when they repeat it. */
    @Test
    void aStandbyThatIsAwayForAWhileLosesNothing() throws Exception {
        String name = "grid-standby-away";
        try (ReplicatedServer servers = ReplicatedServer.in(DatabaseDrill.directory(name), true)) {
            DatabaseDrill.behindGrid(name, servers.url(), ROUNDS, drill -> {
                servers.pauseStandby(PAUSE);
                drill.requireProcesses();
                drill.awaitWork();
            });
        }
    }

    /** What the one that is killed had not been told is settled by those that stay, or by its successor. */
    @Test
    void aProcessThatIsKilledWhileTheStandbyIsAwayLosesNothing() throws Exception {
        String name = "grid-standby-away-kill-one";
        try (ReplicatedServer servers = ReplicatedServer.in(DatabaseDrill.directory(name), true)) {
            DatabaseDrill.behindGrid(name, servers.url(), ROUNDS, drill -> {
                servers.pauseStandby(PAUSE, drill::killProcess);
                drill.startProcesses();
            });
        }
    }
}
