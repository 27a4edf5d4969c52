// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastCache;
import dev.rehydrate.store.hazelcast.TestCluster;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.tck.SteppingFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;

/** Stores on one database behind one grid, each on the next way into it. Both are empty at first. */
final class GridFixture extends SteppingFixture {

    private static final Duration MAX_AGE = Duration.ofSeconds(5);
    private static final List<String> TABLES = List.of("slot", "slot_value", "promoted", "owner");

    private final TestCluster cluster;
    private final DataSource database;
    private int opened;

    GridFixture(TestCluster cluster, DataSource database) {
        super(Instant.parse("2026-01-01T00:00:00Z"));
        this.cluster = cluster;
        this.database = database;
        cluster.members().forEach(this::keepTime);
        cluster.waysIn().forEach(this::keepTime);
    }

    private void keepTime(HazelcastInstance hazelcast) {
        hazelcast.getUserContext().put(ClusterClock.CONTEXT_KEY, new ClusterClock(time()));
    }

    @Override
    protected InstanceStore openStore(StoreOptions options) {
        HazelcastInstance way = cluster.waysIn().get(opened++ % cluster.waysIn().size());
        JdbcStoreOptions settings =
                JdbcStoreOptions.of(database).allowingNotDurable().withStore(options);
        return JdbcInstanceStore.open(settings, HazelcastCache.on(way, options), MAX_AGE);
    }

    @Override
    public void close() {
        for (String table : TABLES) {
            execute("delete from rehydrate." + table);
        }
        execute("update rehydrate.turn set renewed_at = -9223372036854775808");
        cluster.members().get(0).getDistributedObjects().stream()
                .filter(each -> each.getName().startsWith(MapNames.COPIES))
                .forEach(copies ->
                        cluster.members().get(0).getMap(copies.getName()).clear());
    }

    private void execute(String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }
}
