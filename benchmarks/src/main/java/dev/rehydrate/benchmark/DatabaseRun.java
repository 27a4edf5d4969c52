// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.benchmark.database.Crowd;
import dev.rehydrate.benchmark.database.PlainRows;
import dev.rehydrate.benchmark.database.PostgresServer;
import dev.rehydrate.benchmark.database.StoreRows;
import dev.rehydrate.benchmark.database.Subject;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Compares the store on PostgreSQL with what an application writes by itself on the same server. All subjects take turns, in
 * another order each round; the server forces the disk at each commit.
 */
final class DatabaseRun {

    private static final String WHERE = "postgres";
    private static final int CALLERS = 32;
    private static final int ROWS = 20_000;
    private static final int BYTES = 1024;
    /** A round on a disk needs longer than one in memory: a checkpoint or a slow flush would be all of it. */
    private static final int LONGER = 4;

    private final Pace pace;
    private final ResultFile results;

    DatabaseRun(Pace pace, ResultFile results) {
        this.pace = pace;
        this.results = results;
    }

    void run() {
        Path directory = Path.of("target", "postgres-" + ProcessHandle.current().pid());
        try (PostgresServer server = PostgresServer.start(directory.toAbsolutePath())) {
            run(server);
        } catch (SQLException failed) {
            throw new IllegalStateException("the tables cannot be prepared", failed);
        }
    }

    private void run(PostgresServer server) throws SQLException {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(server.url());
        pool.setUsername("postgres");
        pool.setMaximumPoolSize(CALLERS);
        JdbcStoreOptions options = JdbcStoreOptions.of(server.url(), "postgres", "");
        try (HikariDataSource database = new HikariDataSource(pool);
                JdbcInstanceStore store = JdbcInstanceStore.open(options);
                Crowd many = new Crowd(CALLERS, server::processorTime);
                Crowd one = new Crowd(1, server::processorTime)) {
            PlainRows plain = new PlainRows(database, CALLERS, ROWS, BYTES);
            StoreRows instances = new StoreRows(store, CALLERS, ROWS, BYTES);
            Contender saves = new Contender(instances.save());
            Contender transaction = new Contender(plain.saveInTransaction());
            Contender statement = new Contender(plain.saveByOneStatement());
            Contender readFirst = new Contender(plain.readThenSave());
            Contender life = new Contender(instances.life());
            Contender plainLife = new Contender(plain.life());

            take(many, List.of(saves, transaction, statement, readFirst, life, plainLife));
            more("save 1 KB, 32 callers / same rows in a transaction", transaction, saves, 2);
            more("save 1 KB, 32 callers / one row by one statement", statement, saves, 1.2);
            more("save 1 KB, 32 callers / same rows, read first", readFirst, saves, 2);
            more("life, 32 callers / in transactions", plainLife, life, 1.5);
            less("processor, save / same rows in a transaction", transaction, saves, Crowd.Round::processor, 0.5);
            less("processor, save / one row by one statement", statement, saves, Crowd.Round::processor, 0.5);
            less("p50, 32 callers / same rows in a transaction", transaction, saves, Crowd.Round::median, 1);
            less("p99, 32 callers / same rows in a transaction", transaction, saves, Crowd.Round::p99, 1);

            take(one, List.of(saves, transaction, statement));
            less("p50, one caller / same rows in a transaction", transaction, saves, Crowd.Round::median, 1.1);
            less("p50, one caller / one row by one statement", statement, saves, Crowd.Round::median, 1.1);
        }
    }

    /** What takes part, with what its last rounds gave. */
    private static final class Contender {

        private final Subject subject;
        private final List<Crowd.Round> rounds = new ArrayList<>();

        Contender(Subject subject) {
            this.subject = subject;
        }

        List<Double> values(ToDoubleFunction<Crowd.Round> measure) {
            return rounds.stream().mapToDouble(measure).boxed().toList();
        }
    }

    private void take(Crowd crowd, List<Contender> all) {
        List<Contender> order = new ArrayList<>(all);
        order.forEach(contender -> {
            contender.rounds.clear();
            crowd.call(contender.subject, pace.warmUpMillis());
        });
        for (int round = 0; round < pace.rounds(); round++) {
            Collections.rotate(order, 1);
            order.forEach(
                    contender -> contender.rounds.add(crowd.call(contender.subject, LONGER * pace.roundMillis())));
        }
    }

    private void more(String name, Contender base, Contender store, double goal) {
        Ratio ratio = ratio(base, store, Crowd.Round::perSecond);
        results.add(ResultRow.atLeast(WHERE, name, "per s", ratio, goal));
    }

    private void less(
            String name, Contender base, Contender store, ToDoubleFunction<Crowd.Round> measure, double goal) {
        results.add(ResultRow.of(WHERE, name, "us", ratio(base, store, measure), goal));
    }

    private static Ratio ratio(Contender base, Contender store, ToDoubleFunction<Crowd.Round> measure) {
        return Ratio.of(base.values(measure), store.values(measure));
    }
}
