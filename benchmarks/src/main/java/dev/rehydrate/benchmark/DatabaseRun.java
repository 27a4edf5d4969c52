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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    private static final String STORE = "store";
    private static final String TRANSACTION = "same rows in a transaction";
    private static final String STATEMENT = "one row by one statement";
    private static final String READ_FIRST = "same rows, read first";
    private static final String STORE_LIFE = "life";
    private static final String JDBC_LIFE = "life in transactions";

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
            Map<String, Subject> subjects = new LinkedHashMap<>();
            subjects.put(STORE, instances.save());
            subjects.put(TRANSACTION, plain.saveInTransaction());
            subjects.put(STATEMENT, plain.saveByOneStatement());
            subjects.put(READ_FIRST, plain.readThenSave());
            subjects.put(STORE_LIFE, instances.life());
            subjects.put(JDBC_LIFE, plain.life());
            Map<String, List<Crowd.Round>> crowd = rounds(many, subjects);
            ofCrowd(crowd);
            subjects.keySet().removeIf(name -> name.equals(STORE_LIFE) || name.equals(JDBC_LIFE));
            ofOneCaller(rounds(one, subjects));
        }
    }

    private Map<String, List<Crowd.Round>> rounds(Crowd crowd, Map<String, Subject> subjects) {
        Map<String, List<Crowd.Round>> all = new LinkedHashMap<>();
        List<String> order = new ArrayList<>(subjects.keySet());
        order.forEach(name -> {
            crowd.call(subjects.get(name), pace.warmUpMillis());
            all.put(name, new ArrayList<>());
        });
        for (int round = 0; round < pace.rounds(); round++) {
            Collections.rotate(order, 1);
            order.forEach(name -> all.get(name).add(crowd.call(subjects.get(name), LONGER * pace.roundMillis())));
        }
        return all;
    }

    private void ofCrowd(Map<String, List<Crowd.Round>> rounds) {
        more("save 1 KB, 32 callers / " + TRANSACTION, rounds.get(TRANSACTION), rounds.get(STORE), 2);
        more("save 1 KB, 32 callers / " + STATEMENT, rounds.get(STATEMENT), rounds.get(STORE), 1.2);
        more("save 1 KB, 32 callers / " + READ_FIRST, rounds.get(READ_FIRST), rounds.get(STORE), 2);
        more("life, 32 callers / in transactions", rounds.get(JDBC_LIFE), rounds.get(STORE_LIFE), 1.5);
        less(
                "processor, save / " + TRANSACTION,
                rounds.get(TRANSACTION),
                rounds.get(STORE),
                Crowd.Round::processor,
                0.5);
        less("processor, save / " + STATEMENT, rounds.get(STATEMENT), rounds.get(STORE), Crowd.Round::processor, 0.5);
        less("p50, 32 callers / " + TRANSACTION, rounds.get(TRANSACTION), rounds.get(STORE), Crowd.Round::median, 1);
        less("p99, 32 callers / " + TRANSACTION, rounds.get(TRANSACTION), rounds.get(STORE), Crowd.Round::p99, 1);
    }

    private void ofOneCaller(Map<String, List<Crowd.Round>> rounds) {
        less("p50, one caller / " + TRANSACTION, rounds.get(TRANSACTION), rounds.get(STORE), Crowd.Round::median, 1.1);
        less("p50, one caller / " + STATEMENT, rounds.get(STATEMENT), rounds.get(STORE), Crowd.Round::median, 1.1);
    }

    private void more(String name, List<Crowd.Round> base, List<Crowd.Round> store, double goal) {
        Ratio ratio = ratio(base, store, Crowd.Round::perSecond);
        results.add(ResultRow.atLeast(WHERE, name, "per s", ratio, goal));
    }

    private void less(
            String name,
            List<Crowd.Round> base,
            List<Crowd.Round> store,
            ToDoubleFunction<Crowd.Round> measure,
            double goal) {
        results.add(ResultRow.of(WHERE, name, "us", ratio(base, store, measure), goal));
    }

    private static Ratio ratio(List<Crowd.Round> base, List<Crowd.Round> store, ToDoubleFunction<Crowd.Round> measure) {
        return Ratio.of(values(base, measure), values(store, measure));
    }

    private static List<Double> values(List<Crowd.Round> rounds, ToDoubleFunction<Crowd.Round> measure) {
        return rounds.stream().mapToDouble(measure).boxed().toList();
    }
}
