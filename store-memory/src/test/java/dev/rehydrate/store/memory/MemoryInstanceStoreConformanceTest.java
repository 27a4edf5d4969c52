// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;

final class MemoryInstanceStoreConformanceTest extends InstanceStoreConformance {

    @Override
    protected StoreFixture newFixture() {
        return new MemoryFixture();
    }
}
