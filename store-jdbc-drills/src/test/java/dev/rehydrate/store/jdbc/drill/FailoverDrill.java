// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.store.hazelcast.drill.Rounds;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The primary of a replicated database gets kill -9 with all of its processes, and its standby becomes the primary; the stores stay up,
 * under a URL with both. The former primary becomes the standby for the next round.
 */
final class FailoverDrill {

    private static final int ROUNDS = 5;
    /** What is committed so long before the failover, an asynchronous standby lacks. */
    private static final Duration LACKED = Duration.ofMillis(300);

    @Test
    void nothingIsLostWithSynchronousReplication() throws Exception {
        String name = "failover-synchronous";
        try (ReplicatedServer servers = ReplicatedServer.in(DatabaseDrill.directory(name), true)) {
            DatabaseDrill.onServer(name, servers.url(), ROUNDS, drill -> {
                servers.failOver();
                drill.requireProcesses();
                drill.awaitWork();
                servers.replicateAgain();
            });
        }
    }

    /** The last commits are lost, as the replication was set up; what is there afterwards belongs together. */
    @Test
    void noKeyIsAstrayWithAsynchronousReplication() throws Exception {
        String name = "failover-asynchronous";
        try (ReplicatedServer servers = ReplicatedServer.in(DatabaseDrill.directory(name), false)) {
            DatabaseDrill.onServerThatForgets(name, servers.url(), ROUNDS, drill -> {
                servers.endReplication();
                Rounds.last(LACKED);
                servers.failOver();
                drill.requireProcesses();
                drill.awaitWork();
                servers.replicateAgain();
            });
        }
    }
}
