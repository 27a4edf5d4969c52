// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;
import java.time.Duration;

/** The kit on stores that keep near copies. */
final class NearCopiesConformanceTest extends InstanceStoreConformance {

    @Override
    protected StoreFixture newFixture() {
        return new JdbcFixture(
                TestDatabase.H2_FILE, TestDatabase.H2_FILE.options().withNearCopies(Duration.ofSeconds(1)));
    }
}
