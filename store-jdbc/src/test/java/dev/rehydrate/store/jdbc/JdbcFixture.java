// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.SteppingFixture;
import java.time.Instant;

/** Stores on one of the test databases, which is empty at first and is left empty. */
final class JdbcFixture extends SteppingFixture {

    private final TestDatabase database;
    private final JdbcStoreOptions settings;

    JdbcFixture(TestDatabase database) {
        this(database, database.options());
    }

    JdbcFixture(TestDatabase database, JdbcStoreOptions settings) {
        super(Instant.parse("2026-01-01T00:00:00Z"));
        this.database = database;
        this.settings = settings;
    }

    @Override
    protected InstanceStore openStore(StoreOptions options) {
        return JdbcInstanceStore.open(settings.withStore(options));
    }

    @Override
    public void close() {
        database.clear();
    }
}
