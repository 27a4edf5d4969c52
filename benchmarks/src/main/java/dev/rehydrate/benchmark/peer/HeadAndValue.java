// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The rows that the store writes, as an application would write them: one for the head and one for each value, changed in one
 * transaction.
 */
public final class HeadAndValue implements Documents {

    private static final int HEAD_BYTES = 256;
    private static final String SELECT =
            "select head.id, version, bytes from head join value on value.id = head.id where ";

    private final Sql sql;
    private final byte[] head = new byte[HEAD_BYTES];

    /**
     * Makes the tables.
     *
     * @param database a pool with a connection for each caller
     */
    public HeadAndValue(DataSource database) {
        new Random(HEAD_BYTES).nextBytes(head);
        sql = new Sql(database);
        sql.define(
                "create table head (id uuid primary key, business_key uuid not null unique, version bigint not null,"
                        + " head bytea not null) with (fillfactor = 70)",
                "create table value (id uuid, name text, bytes bytea not null, primary key (id, name))"
                        + " with (fillfactor = 50)");
    }

    @Override
    public Document create(UUID id, byte[] state) {
        sql.inTransaction(connection -> {
            Sql.changeOne(
                    connection,
                    id,
                    "insert into head (id, business_key, version, head) values (?, ?, 0, ?)",
                    id,
                    Document.keyOf(id),
                    head);
            Sql.changeOne(connection, id, "insert into value (id, name, bytes) values (?, 'state', ?)", id, state);
        });
        return new Document(id, 0L, state);
    }

    @Override
    public Document load(UUID id) {
        return sql.find(SELECT + "head.id = ?", id);
    }

    @Override
    public Document loadByKey(UUID id) {
        return sql.find(SELECT + "business_key = ?", Document.keyOf(id));
    }

    @Override
    public Document save(Document seen, byte[] state) {
        sql.inTransaction(connection -> {
            Sql.changeOne(
                    connection,
                    seen.id(),
                    "update head set head = ?, version = version + 1 where id = ? and version = ?",
                    head,
                    seen.id(),
                    seen.version());
            Sql.changeOne(
                    connection,
                    seen.id(),
                    "update value set bytes = ? where id = ? and name = 'state'",
                    state,
                    seen.id());
        });
        return new Document(seen.id(), (Long) seen.version() + 1, state);
    }

    @Override
    public void complete(Document seen) {
        sql.inTransaction(connection -> {
            Sql.changeOne(
                    connection, seen.id(), "delete from head where id = ? and version = ?", seen.id(), seen.version());
            Sql.changeOne(connection, seen.id(), "delete from value where id = ?", seen.id());
        });
    }
}
