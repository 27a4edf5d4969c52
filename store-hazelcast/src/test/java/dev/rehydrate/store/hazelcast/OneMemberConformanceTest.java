// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;
import org.junit.jupiter.api.AfterAll;

/** The kit on one embedded member. */
final class OneMemberConformanceTest extends InstanceStoreConformance {

    private static final TestCluster CLUSTER = TestCluster.of(1);

    @Override
    protected StoreFixture newFixture() {
        return new ClusterFixture(CLUSTER.members(), CLUSTER.waysIn());
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }
}
