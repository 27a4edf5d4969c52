// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.store.hazelcast.TestCluster;
import dev.rehydrate.store.jdbc.drill.PostgresServer;
import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

/** The kit on PostgreSQL behind two members. */
final class MemberBeforePostgresConformanceDrill extends InstanceStoreConformance {

    private static final TestCluster CLUSTER = TestCluster.of(2);
    private static final PostgresServer SERVER =
            PostgresServer.in(PostgresServer.emptied(Path.of("target", "members-kit")));
    private static final HikariDataSource DATABASE = Pools.of(SERVER.url(), PostgresServer.USER);

    @Override
    protected StoreFixture newFixture() {
        return new GridFixture(CLUSTER, DATABASE);
    }

    @AfterAll
    static void stop() {
        DATABASE.close();
        SERVER.close();
        CLUSTER.close();
    }
}
