// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.SteppingFixture;
import dev.rehydrate.tck.StoreFixture;
import java.time.Instant;

/** The examples of writing-a-store.md, compiled only: {@code store-tck} runs the kit on a store of its own in this way. */
final class ProviderExample {

    private final Database database;

    ProviderExample(Database database) {
        this.database = database;
    }

    interface Database {

        StorageEngine engine();

        void clear();
    }

    private static final class MyInstanceStore extends InstanceStore {

        MyInstanceStore(Database database, StoreOptions options) {
            super(database.engine(), options);
        }
    }

    final class MyStoreConformanceTest extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new MyFixture();
        }
    }

    final class MyFixture extends SteppingFixture {
        MyFixture() {
            super(Instant.parse("2026-01-01T00:00:00Z"));
        }

        @Override
        protected InstanceStore openStore(StoreOptions options) {
            return new MyInstanceStore(database, options);
        }

        @Override
        public void close() {
            database.clear();
        }
    }
}
