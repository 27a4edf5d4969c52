// SPDX-License-Identifier: Apache-2.0
/** The durable provider: slots in PostgreSQL or in an H2 file, committed before they are acknowledged. */
module dev.rehydrate.store.jdbc {
    requires static transitive org.jspecify;
    requires static com.h2database;
    requires static org.checkerframework.checker.qual;
    requires static org.postgresql.jdbc;
    requires transitive dev.rehydrate.store.api;
    requires transitive java.sql;
    requires dev.rehydrate.store.format;
    requires com.zaxxer.hikari;
    requires flyway.core;
    requires org.slf4j;

    exports dev.rehydrate.store.jdbc;

    uses java.sql.Driver;
}
