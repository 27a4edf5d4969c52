// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.jdbc.database.Database;
import java.util.Objects;

/**
 * The durable provider: instances are rows of a database, PostgreSQL or an H2 file, and what is acknowledged is committed there.
 * Several stores, in one process or in many, can be open on the same PostgreSQL database, as the nodes of a farm are.
 */
public final class JdbcInstanceStore extends InstanceStore {

    private JdbcInstanceStore(JdbcEngine engine, JdbcStoreOptions options) {
        super(engine, options.store());
    }

    /**
     * Opens a store: connects, brings the tables to the version of this store, and checks that the database keeps what it
     * commits.
     *
     * @param options the settings
     * @return a new store, to be closed after use
     * @throws IllegalStateException if the database does not answer, belongs to another process, takes no writes, can lose what it
     *     commits, or has tables of another version; says which of them, and what to do
     */
    public static JdbcInstanceStore open(JdbcStoreOptions options) {
        Objects.requireNonNull(options, "options");
        Database database = Database.open(options);
        return new JdbcInstanceStore(new JdbcEngine(database, options), options);
    }
}
