// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.SteppingFixture;
import java.time.Instant;

/** Stores on one of the test databases, which is empty at first and is left empty. */
final class JdbcFixture extends SteppingFixture {

    private final TestDatabase database;

    JdbcFixture(TestDatabase database) {
        super(Instant.parse("2026-01-01T00:00:00Z"));
        this.database = database;
    }

    @Override
    protected InstanceStore openStore(StoreOptions options) {
        return JdbcInstanceStore.open(database.options().withStore(options));
    }

    @Override
    public void close() {
        database.clear();
    }
}
