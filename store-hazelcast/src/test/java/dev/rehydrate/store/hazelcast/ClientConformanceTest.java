// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;
import org.junit.jupiter.api.AfterAll;

/** The kit on a client of two members. */
final class ClientConformanceTest extends InstanceStoreConformance {

    private static final TestCluster CLUSTER = TestCluster.withClient(2);

    @Override
    protected StoreFixture newFixture() {
        return new ClusterFixture(CLUSTER.members(), CLUSTER.waysIn());
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }
}
