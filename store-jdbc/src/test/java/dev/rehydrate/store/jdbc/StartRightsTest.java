// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.jdbc.JdbcStoreOptions.Migration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A user of the database who lacks a right is told at the start which one. */
class StartRightsTest {

    private static final TestDatabase SERVER = TestDatabase.POSTGRESQL;

    private static JdbcStoreOptions options(String user, String schema) {
        return JdbcStoreOptions.of(TestDatabase.postgres().getJdbcUrl(user, "postgres"), user, "")
                .withSchema(schema)
                .allowingNotDurable();
    }

    /** The tables, made by an administrator, and a user who may do nothing. */
    private static JdbcStoreOptions tablesOfOthers(String user) {
        String schema = "of_" + user;
        JdbcInstanceStore.open(options("postgres", schema)).close();
        SERVER.execute("create role " + user + " login");
        return options(user, schema);
    }

    @Test
    void aUserWhoMayNotMakeASchemaIsToldTheRight() {
        SERVER.execute("create role maker login");

        assertThatThrownBy(() -> JdbcInstanceStore.open(options("maker", "not_there")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened, nothing was changed")
                .hasMessageContaining("may not read or create the tables")
                .hasMessageContaining("create on the database")
                .hasMessageNotContaining("version");
    }

    @ParameterizedTest
    @EnumSource(Migration.class)
    void aUserWhoMayNotReadTheTablesIsToldTheRight(Migration migration) {
        JdbcStoreOptions options = tablesOfOthers("stranger_" + migration.name().toLowerCase(Locale.ROOT));

        assertThatThrownBy(() -> JdbcInstanceStore.open(options.withMigration(migration)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("may not read or create the tables")
                .hasMessageContaining("permission denied for schema")
                .hasMessageNotContaining("Flyway");
    }

    @Test
    void aUserWhoMayOnlyReadIsToldWhichRightsAreMissing() {
        JdbcStoreOptions options = tablesOfOthers("reader");
        SERVER.execute("grant usage on schema of_reader to reader");
        SERVER.execute("grant select on all tables in schema of_reader to reader");

        assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("lacks rights on the tables in schema 'of_reader'")
                .hasMessageContaining("INSERT on owner")
                .hasMessageContaining("UPDATE on turn")
                .hasMessageContaining("USAGE on slot_version")
                .hasMessageNotContaining("SELECT on");
    }

    @Test
    void aUserWhoLacksTheTableOfPromotedValuesIsToldSo() {
        JdbcStoreOptions options = tablesOfOthers("half");
        SERVER.execute("grant usage on schema of_half to half");
        SERVER.execute("grant select, insert, update, delete on all tables in schema of_half to half");
        SERVER.execute("grant usage on all sequences in schema of_half to half");
        SERVER.execute("revoke insert on of_half.promoted from half");

        assertThatThrownBy(() -> JdbcInstanceStore.open(options)).hasMessageContaining("': INSERT on promoted; grant");
    }

    @ParameterizedTest
    @EnumSource(Migration.class)
    void whatTheDocumentationAsksForIsEnough(Migration migration) {
        String user = "worker_" + migration.name().toLowerCase(Locale.ROOT);
        JdbcStoreOptions options = tablesOfOthers(user);
        SERVER.execute("grant usage on schema of_" + user + " to " + user);
        SERVER.execute("grant select on of_" + user + ".rehydrate_schema_history to " + user);
        SERVER.execute("grant select, update on of_" + user + ".turn to " + user);
        SERVER.execute("grant select, insert, update, delete on of_" + user + ".slot, of_" + user + ".slot_value, of_"
                + user + ".promoted, of_" + user + ".owner to " + user);
        SERVER.execute("grant usage on sequence of_" + user + ".slot_version to " + user);

        try (JdbcInstanceStore store = JdbcInstanceStore.open(options.withMigration(migration))) {
            var carts = store.instances("Cart", Integer.class);
            var key = InstanceKey.of("rights", user);
            carts.create(key, 1);
            carts.update(key, items -> items + 1);
            assertThat(carts.read(key)).contains(2);
            carts.complete(key);
        }
    }
}
