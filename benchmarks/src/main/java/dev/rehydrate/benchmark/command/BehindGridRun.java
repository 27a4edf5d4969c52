// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.command.Stage.Scenario;
import dev.rehydrate.benchmark.farm.StoreAccess;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.peer.BareMap;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.benchmark.server.PostgresServer;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastCache;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.time.Duration;

/** Free loads of what is on PostgreSQL, from a grid in front of it, beside a bare map on that grid and the same store without one. */
public final class BehindGridRun {

    private static final int SMALL = 1 << 10;
    /** Nothing else saves meanwhile, so copies stay right, and the database is not to be asked again. */
    private static final Duration MAX_AGE = Duration.ofHours(1);
    /** Each is written nine times before it is loaded, and each time the disk is forced. */
    private static final int SHARE = 8;

    private final Stage stage;
    private final StoreAccess access;

    public BehindGridRun(Stage stage, StoreAccess access) {
        this.stage = stage;
        this.access = access;
    }

    public void run() {
        Path directory = Path.of("target", "postgres-" + ProcessHandle.current().pid());
        try (PostgresServer server = PostgresServer.start(directory.toAbsolutePath());
                HazelcastCache cache = HazelcastCache.on(access.hazelcast(), StoreOptions.defaults());
                JdbcInstanceStore store = JdbcInstanceStore.open(options(server), cache, MAX_AGE);
                JdbcInstanceStore alone = JdbcInstanceStore.open(options(server))) {
            stage.processes().add(server.process());
            BareMap map = new BareMap(access.map());
            StoreDocuments behind = StoreDocuments.of(store, LoadMode.free());
            StoreDocuments without = StoreDocuments.of(alone, LoadMode.free());
            int count = stage.pace().residents() / SHARE;
            Herd entries = Herd.of(map, count, SMALL);
            Herd instances = Herd.of(behind, count, SMALL);
            stage.measure(
                    new Scenario("load by key behind the grid", SMALL, 1),
                    new Contest()
                            .with(Stage.MAP, Work.loadByKey(entries, map))
                            .with("no grid", Work.loadByKey(instances, without))
                            .with(Stage.STORE, Work.loadByKey(instances, behind)));
        }
    }

    private static JdbcStoreOptions options(PostgresServer server) {
        return JdbcStoreOptions.of(server.url(), "postgres", "");
    }
}
