// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;

final class H2FileConformanceTest extends InstanceStoreConformance {

    @Override
    protected StoreFixture newFixture() {
        return new JdbcFixture(TestDatabase.H2_FILE);
    }
}
