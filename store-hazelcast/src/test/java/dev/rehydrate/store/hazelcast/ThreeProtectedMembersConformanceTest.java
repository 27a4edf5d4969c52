// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;
import org.junit.jupiter.api.AfterAll;

/** The kit on three embedded members of a protected farm: the same answers, under a term and confirmed by backups. */
final class ThreeProtectedMembersConformanceTest extends InstanceStoreConformance {

    private static final TestCluster CLUSTER = TestCluster.protectedOf(3);

    @Override
    protected StoreFixture newFixture() {
        return new ClusterFixture(CLUSTER.members(), CLUSTER.waysIn());
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }
}
