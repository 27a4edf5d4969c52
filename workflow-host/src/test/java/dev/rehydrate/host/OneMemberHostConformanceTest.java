// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class OneMemberHostConformanceTest extends HostConformance {

    private static ClusterProvider cluster;

    @BeforeAll
    static void open() {
        cluster = ClusterProvider.of(1);
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    @Override
    Provider provider() {
        return cluster;
    }
}
