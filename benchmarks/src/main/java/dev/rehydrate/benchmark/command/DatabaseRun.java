// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.benchmark.command.Stage.Scenario;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Crowd;
import dev.rehydrate.benchmark.measure.Pace;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.benchmark.peer.AxonSagas;
import dev.rehydrate.benchmark.peer.Documents;
import dev.rehydrate.benchmark.peer.GuardedRow;
import dev.rehydrate.benchmark.peer.HeadAndValue;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.benchmark.peer.StoredMap;
import dev.rehydrate.benchmark.peer.TwoMaps;
import dev.rehydrate.benchmark.server.PostgresServer;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Compares the store on PostgreSQL with what else can be done on the same server, which forces the disk at each commit. */
public final class DatabaseRun {

    public static final String WHERE = "postgres";

    private static final int CALLERS = 32;
    private static final int SMALL = 1 << 10;
    private static final int BIG = 256 << 10;
    private static final int LARGEST = 4 << 20;
    /** Of larger states there are as many as fill so much: each is written nine times, by each subject. */
    private static final int RESIDENT_BYTES = 16 << 20;
    /** A round on a disk needs longer than one in memory: a checkpoint or a slow flush would be all of it. */
    public static final int LONGER = 2;
    /** A life loads what it has just saved: free loads come from near copies, which a store keeps only if it is told so. */
    private static final Duration NEAR_COPY_AGE = Duration.ofSeconds(1);
    /** Each is written nine times before it is measured, and each time the disk is forced. */
    private static final int SHARE = 8;

    private final Stage stage;

    public DatabaseRun(Stage stage) {
        Pace longer = stage.pace().longer(LONGER);
        this.stage = new Stage(WHERE, longer, stage.processes(), stage.results());
    }

    public void run() {
        Path directory = Path.of("target", "postgres-" + ProcessHandle.current().pid());
        try (PostgresServer server = PostgresServer.start(directory.toAbsolutePath());
                HikariDataSource database = LivesRun.pool(server.url(), "postgres", CALLERS);
                JdbcInstanceStore store = JdbcInstanceStore.open(
                        JdbcStoreOptions.of(server.url(), "postgres", "").withNearCopies(NEAR_COPY_AGE))) {
            stage.processes().add(server.process());
            HazelcastInstance member = memberOver(database);
            try {
                run(store, database, member);
            } finally {
                member.getLifecycleService().terminate();
            }
        }
    }

    private static HazelcastInstance memberOver(HikariDataSource database) {
        Config config = Settings.bareMember("stored-" + UUID.randomUUID(), List.of());
        StoredMap.configure(config, "stored", database);
        return Hazelcast.newHazelcastInstance(config);
    }

    private void run(JdbcInstanceStore store, HikariDataSource database, HazelcastInstance member) {
        GuardedRow statement = GuardedRow.postgres(database);
        Map<String, Documents> all = new LinkedHashMap<>();
        all.put(Stage.STORE, StoreDocuments.of(store, LoadMode.free()));
        all.put("jdbc transaction", new HeadAndValue(database));
        all.put("jdbc statement", statement);
        all.put("jdbc read first", statement.readingFirst());
        all.put("hazelcast mapstore", new TwoMaps(member, "stored"));
        all.put("axon", new AxonSagas(database));

        Map<String, Herd> herds = new LinkedHashMap<>();
        int count = Math.max(CALLERS, stage.pace().residents() / SHARE);
        all.forEach((name, documents) -> herds.put(name, Herd.of(documents, count, SMALL)));
        warmUp(herds);
        save(herds, SMALL, CALLERS);
        save(herds, SMALL, 1);
        LivesRun lives = new LivesRun(stage);
        all.forEach(lives::with);
        lives.with(Stage.EXACT, StoreDocuments.of(store, LoadMode.authoritative()));
        lives.run();
        for (int bytes : List.of(BIG, LARGEST)) {
            Map<String, Herd> larger = new LinkedHashMap<>();
            all.forEach((name, documents) -> {
                if (!name.equals("jdbc read first")) {
                    larger.put(
                            name,
                            Herd.of(documents, Math.min(stage.pace().residents(), RESIDENT_BYTES / bytes), bytes));
                }
            });
            save(larger, bytes, 1);
        }
    }

    private void warmUp(Map<String, Herd> herds) {
        try (Crowd crowd = new Crowd(CALLERS, stage.processes())) {
            herds.values().forEach(herd -> {
                var unused = crowd.call(Work.save(herd, CALLERS), stage.pace().sharedWarmUpMillis());
            });
        }
    }

    private void save(Map<String, Herd> herds, int bytes, int callers) {
        Contest contest = new Contest();
        herds.forEach((name, herd) -> contest.with(name, Work.save(herd, callers)));
        stage.measure(new Scenario("save", bytes, callers), contest);
    }
}
