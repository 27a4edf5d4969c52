// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * An instance in one row with a unique key and a version, changed by one statement that names the version: the least that JDBC
 * can do. Or the same after a read of the row, in a transaction, as an object mapper does it.
 */
public final class GuardedRow implements Documents {

    private static final String INSERT = "insert into guarded (id, business_key, version, state) values (?, ?, 0, ?)";
    private static final String SELECT = "select id, version, state from guarded where ";
    private static final String UPDATE =
            "update guarded set state = ?, version = version + 1 where id = ? and version = ?";
    private static final String DELETE = "delete from guarded where id = ? and version = ?";

    private final Sql sql;
    private final boolean readsFirst;

    private GuardedRow(Sql sql, boolean readsFirst) {
        this.sql = sql;
        this.readsFirst = readsFirst;
    }

    /**
     * On PostgreSQL.
     *
     * @param database a pool with a connection for each caller
     * @return the instances, in a table that is made
     */
    public static GuardedRow postgres(DataSource database) {
        Sql sql = new Sql(database);
        sql.define("create table if not exists guarded (id uuid primary key, business_key uuid not null unique,"
                + " version bigint not null, state bytea not null) with (fillfactor = 50)");
        return new GuardedRow(sql, false);
    }

    /**
     * In a file of H2, which forces the disk only now and then.
     *
     * @param database a pool with a connection for each caller
     * @return the instances, in a table that is made
     */
    public static GuardedRow h2(DataSource database) {
        Sql sql = new Sql(database);
        sql.define("create table if not exists guarded (id uuid primary key, business_key uuid not null unique,"
                + " version bigint not null, state varbinary(16777216) not null)");
        return new GuardedRow(sql, false);
    }

    /** {@return the same table, whose rows are read before each change} */
    public GuardedRow readingFirst() {
        return new GuardedRow(sql, true);
    }

    @Override
    public Document create(UUID id, byte[] state) {
        sql.inAutocommit(connection -> Sql.changeOne(connection, id, INSERT, id, Document.keyOf(id), state));
        return new Document(id, 0L, state);
    }

    @Override
    public Document load(UUID id) {
        return sql.find(SELECT + "id = ?", id);
    }

    @Override
    public Document loadByKey(UUID id) {
        return sql.find(SELECT + "business_key = ?", Document.keyOf(id));
    }

    @Override
    public Document save(Document seen, byte[] state) {
        change(seen, UPDATE, state, seen.id(), seen.version());
        return new Document(seen.id(), (Long) seen.version() + 1, state);
    }

    @Override
    public void complete(Document seen) {
        change(seen, DELETE, seen.id(), seen.version());
    }

    private void change(Document seen, String change, Object... parameters) {
        if (!readsFirst) {
            sql.inAutocommit(connection -> Sql.changeOne(connection, seen.id(), change, parameters));
            return;
        }
        sql.inTransaction(connection -> {
            @Nullable Document stored = Sql.find(connection, SELECT + "id = ?", seen.id());
            Documents.require(stored != null && stored.version().equals(seen.version()), seen.id());
            Sql.changeOne(connection, seen.id(), change, parameters);
        });
    }
}
