// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.benchmark.command.Stage.Scenario;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.peer.Documents;
import dev.rehydrate.benchmark.peer.GuardedRow;
import dev.rehydrate.benchmark.peer.RedisHash;
import dev.rehydrate.benchmark.server.PostgresServer;
import dev.rehydrate.benchmark.server.RedisServer;
import java.nio.file.Path;

/** Whole lives of documents, eight at a time: on the grid, and on servers that users would have instead, on the same machine. */
final class LivesRun {

    static final int CALLERS = 8;
    /** Processor times are in hundredths of a second, and lives are judged by them. */
    static final int LONGER = 2;

    /** Which servers users would have instead, in memory or in a file. */
    private static final int SERVERS = 3;

    private final Stage stage;
    private final Contest contest = new Contest();

    /** Lives in rounds of the stage. */
    LivesRun(Stage stage) {
        this.stage = stage;
    }

    /** {@return lives in longer rounds than those of the stage} */
    static LivesRun ofGrid(Stage stage) {
        return new LivesRun(new Stage(stage.where(), stage.pace().longer(LONGER), stage.processes(), stage.results()));
    }

    /** {@return how many take part beside servers} */
    int subjectsBesideServers() {
        return contest.subjects() + SERVERS;
    }

    LivesRun with(String name, Documents documents) {
        contest.with(name, Work.life(documents, CommandsRun.SMALL));
        return this;
    }

    void runBesideServers() {
        Path folder =
                Path.of("target", "servers-" + ProcessHandle.current().pid()).toAbsolutePath();
        try (RedisServer redis = RedisServer.start(folder.resolve("redis"));
                PostgresServer postgres = PostgresServer.start(folder.resolve("postgres"));
                RedisHash hashes = new RedisHash(redis.port(), CALLERS);
                HikariDataSource rows = pool(postgres.url(), "postgres", CALLERS);
                HikariDataSource file = pool("jdbc:h2:file:" + folder.resolve("h2"), "sa", CALLERS)) {
            stage.processes().add(redis.process());
            stage.processes().add(postgres.process());
            with("redis", hashes)
                    .with("postgres", GuardedRow.postgres(rows))
                    .with("h2", GuardedRow.h2(file))
                    .run();
        }
    }

    void run() {
        stage.measure(new Scenario("life", CommandsRun.SMALL, CALLERS), contest);
    }

    static HikariDataSource pool(String url, String user, int connections) {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(url);
        pool.setUsername(user);
        pool.setMaximumPoolSize(connections);
        return new HikariDataSource(pool);
    }
}
