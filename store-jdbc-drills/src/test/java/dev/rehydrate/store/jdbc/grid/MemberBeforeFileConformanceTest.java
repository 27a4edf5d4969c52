// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.store.hazelcast.TestCluster;
import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;
import org.junit.jupiter.api.AfterAll;

/** The kit on a file with a member in front of it. */
final class MemberBeforeFileConformanceTest extends InstanceStoreConformance {

    private static final TestCluster CLUSTER = TestCluster.of(1);
    private static final HikariDataSource DATABASE = Pools.of(Pools.newFile(), "");

    @Override
    protected StoreFixture newFixture() {
        return new GridFixture(CLUSTER, DATABASE);
    }

    @AfterAll
    static void stop() {
        DATABASE.close();
        CLUSTER.close();
    }
}
