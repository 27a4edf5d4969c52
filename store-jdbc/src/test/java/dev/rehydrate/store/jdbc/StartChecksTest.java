// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.PromotedCondition;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.jdbc.JdbcStoreOptions.Migration;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store refuses to open on, and what it says. */
class StartChecksTest {

    private static JdbcStoreOptions newFile() {
        return JdbcStoreOptions.file(TestDatabase.newDirectory("start").resolve("store"));
    }

    private static void execute(JdbcStoreOptions options, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(options.url(), options.credentials());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aServerThatCanLoseWhatItCommitsIsRefused() {
        JdbcStoreOptions options = JdbcStoreOptions.of(TestDatabase.POSTGRESQL.dataSource());

        assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the database can lose what it has committed")
                .hasMessageContaining("fsync is off");
    }

    @Test
    void ifItIsAllowedTheStoreSaysSo() {
        try (JdbcInstanceStore store = JdbcInstanceStore.open(
                JdbcStoreOptions.of(TestDatabase.POSTGRESQL.dataSource()).allowingNotDurable())) {
            assertThat(store.facts().engine().durability()).isEqualTo("not durable");
            assertThat(store.health().join().toString()).contains("acknowledged saves can be lost: fsync is off");
        }
    }

    @Test
    void aServerThatKeepsWhatItCommitsIsDurable() throws IOException {
        try (EmbeddedPostgres server = TestDatabase.server()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setDataDirectory(
                                TestDatabase.newDirectory("postgres-durable").resolve("data"))
                        .start();
                JdbcInstanceStore store = JdbcInstanceStore.open(
                        JdbcStoreOptions.of(server.getJdbcUrl("postgres", "postgres"), "postgres", ""))) {
            assertThat(store.facts().engine().durability()).isEqualTo("durable");
            assertThat(store.facts().engine().holdCostsCommit()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mem:start", "memFS:start", "nioMemFS:start"})
    void aDatabaseInMemoryIsNotDurable(String place) {
        assertThatThrownBy(() -> JdbcInstanceStore.open(JdbcStoreOptions.of("jdbc:h2:" + place, "sa", "")))
                .hasMessageContaining("the database is in memory");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSchemaWhoseNameIsAWordOfSqlIsRefused(boolean postgres) {
        TestDatabase database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;

        assertThatThrownBy(() -> JdbcInstanceStore.open(database.options().withSchema("order")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened, nothing was changed")
                .hasMessageContaining("'order', is a word of SQL");
    }

    @ParameterizedTest
    @CsvSource({"true, pg_orders", "true, pg_catalog", "true, information_schema", "false, information_schema"})
    void aSchemaOfTheDatabaseItselfIsRefused(boolean postgres, String name) {
        TestDatabase database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;

        assertThatThrownBy(() -> JdbcInstanceStore.open(database.options().withSchema(name)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened, nothing was changed")
                .hasMessageContaining("the database keeps the schema '" + name + "' for itself; choose another one");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSchemaWithTablesOfOthersIsRefused(boolean postgres) {
        TestDatabase database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        database.execute("create schema app_of_others");
        database.execute("create table app_of_others.slot (id int)");

        try {
            assertThatThrownBy(() -> JdbcInstanceStore.open(database.options().withSchema("app_of_others")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no store could be opened, nothing was changed")
                    .hasMessageContaining("schema 'app_of_others' is not empty, and no store has made it")
                    .hasMessageContaining("name another schema")
                    .hasMessageNotContaining("aseline");
        } finally {
            database.execute("drop schema app_of_others cascade");
        }
    }

    @Test
    void aSchemaWhoseNameH2DoesNotKeepForItselfIsTaken() {
        try (JdbcInstanceStore store = JdbcInstanceStore.open(newFile().withSchema("pg_orders"))) {
            assertThat(store.facts().engine().durability()).isEqualTo("durable");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "DATABASE_TO_LOWER=TRUE, DATABASE_TO_LOWER",
        "DATABASE_TO_UPPER=FALSE, DATABASE_TO_UPPER",
        "IGNORECASE=TRUE, IGNORECASE"
    })
    void aFileThatTakesNamesInAnotherWayIsRefused(String setting, String told) {
        JdbcStoreOptions options = JdbcStoreOptions.of(newFile().url() + ";" + setting, "rehydrate", "");

        assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened, nothing was changed")
                .hasMessageContaining("out of the URL")
                .hasMessageMatching("(?s).*take [^;]*" + told + ".*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Oracle", "MSSQLServer", "PostgreSQL", "MySQL", "STRICT"})
    void aFileInTheModeOfAnotherDatabaseIsRefused(String mode) {
        JdbcStoreOptions options = JdbcStoreOptions.of(newFile().url() + ";MODE=" + mode, "rehydrate", "");

        assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened, nothing was changed")
                .hasMessageContaining("the mode of another one, " + mode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ENGLISH", "ENGLISH STRENGTH IDENTICAL"})
    void aFileWithACollationIsRefused(String collation) {
        JdbcStoreOptions options = JdbcStoreOptions.of(newFile().url() + ";COLLATION=" + collation, "rehydrate", "");

        assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened, nothing was changed")
                .hasMessageContaining("compares texts by a collation, ENGLISH");
    }

    @ParameterizedTest
    @CsvSource({"LATIN1, false", "EUC_JP, false", "SQL_ASCII, true"})
    void aDatabaseWhoseEncodingLacksLettersIsRefused(String encoding, boolean takesAll) {
        String name = "of_" + encoding.toLowerCase(Locale.ROOT);
        TestDatabase.POSTGRESQL.execute("create database " + name + " encoding '" + encoding
                + "' lc_collate 'C' lc_ctype 'C' template template0");
        JdbcStoreOptions options = JdbcStoreOptions.of(
                        TestDatabase.postgres().getJdbcUrl("postgres", name), "postgres", "")
                .allowingNotDurable();

        if (takesAll) {
            storesAText(options, "日本 é \uD83D\uDE00");
        } else {
            assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no store could be opened, nothing was changed")
                    .hasMessageContaining("the encoding of the database is " + encoding);
        }
    }

    private static void storesAText(JdbcStoreOptions options, String text) {
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            store.commands()
                    .execute(
                            InstanceId.random(),
                            CreateInstance.of(InstanceChanges.builder()
                                    .replaceData(
                                            Map.of(text, InstanceValue.of(text).with(InstanceValue.Option.PROMOTED)))
                                    .build()))
                    .receiptOrThrow();
            assertThat(store.commands()
                            .count(InstanceQuery.builder()
                                    .where(PromotedCondition.equal(text, text))
                                    .build()))
                    .isEqualTo(1);
        }
    }

    @Test
    void aFileThatAnotherProcessHasOpenIsRefused() throws Exception {
        JdbcStoreOptions options = newFile();
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        Path.of(org.h2.Driver.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                                .toString(),
                        "org.h2.tools.Shell",
                        "-url",
                        options.url(),
                        "-user",
                        "rehydrate")
                .redirectErrorStream(true)
                .start();
        try {
            byte[] greeting = new byte[1];
            while (!Path.of(options.url().substring("jdbc:h2:file:".length()) + ".mv.db")
                    .toFile()
                    .exists()) {
                assertThat(other.getInputStream().read(greeting)).isPositive();
            }

            assertThatThrownBy(() -> JdbcInstanceStore.open(options))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the file is open in another process");
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsRefused() throws SQLException {
        JdbcStoreOptions options = newFile();
        execute(options, "create table any_table (id int)");
        JdbcStoreOptions readOnly = JdbcStoreOptions.of(options.url() + ";ACCESS_MODE_DATA=r", "rehydrate", "");

        assertThatThrownBy(() -> JdbcInstanceStore.open(readOnly)).hasMessageContaining("the database is read-only");
    }

    @Test
    void tablesOfANewerVersionAreRefused() throws SQLException {
        JdbcStoreOptions options = newFile();
        JdbcInstanceStore.open(options).close();
        execute(
                options,
                "insert into \"REHYDRATE\".\"rehydrate_schema_history\" select 99, '99', 'later', \"type\","
                        + " 'V99__later.sql', 1, \"installed_by\", \"installed_on\", 1, true from"
                        + " \"REHYDRATE\".\"rehydrate_schema_history\" where \"version\" = '1'");

        for (Migration each : List.of(Migration.APPLY, Migration.VALIDATE)) {
            assertThatThrownBy(() -> JdbcInstanceStore.open(options.withMigration(each)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(
                            "the tables in schema 'rehydrate' are of a newer release, in version 99: open them with"
                                    + " that")
                    .as("what Flyway advises would let this release write tables that it does not know")
                    .hasMessageNotContaining("repair");
        }
    }

    @Test
    void tablesOfAnOlderVersionAreNamedIfTheyAreOnlyChecked() throws SQLException {
        JdbcStoreOptions options = newFile();
        JdbcInstanceStore.open(options).close();
        execute(options, "delete from \"REHYDRATE\".\"rehydrate_schema_history\" where \"version\" > '1'");

        assertThatThrownBy(() -> JdbcInstanceStore.open(options.withMigration(Migration.VALIDATE)))
                .hasMessageContaining(
                        "are of an older release, in version 1, and lack V3__query.sql: let a store of this release");
    }

    @Test
    void missingTablesAreOnlyMadeIfThatIsAllowed() {
        assertThatThrownBy(() -> JdbcInstanceStore.open(newFile().withMigration(Migration.VALIDATE)))
                .hasMessageContaining(
                        "there are no tables of a store in schema 'rehydrate', and this store only checks them");
    }

    @Test
    void aServerThatIsDownIsToldAtOnce() {
        assertThatThrownBy(() -> JdbcInstanceStore.open(
                        JdbcStoreOptions.of("jdbc:postgresql://127.0.0.1:1/none", "stranger", "secret")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the database does not answer")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aUserWhoMayNotAskWhichDatabaseItIsOpensAStoreWithoutACache() {
        TestDatabase server = TestDatabase.POSTGRESQL;
        server.execute("create role guest login");
        server.execute("create schema guest authorization guest");
        server.execute("revoke execute on function pg_control_system() from public");
        JdbcStoreOptions options = JdbcStoreOptions.of(
                        TestDatabase.postgres().getJdbcUrl("guest", "postgres"), "guest", "")
                .withSchema("guest")
                .allowingNotDurable();

        assertThatThrownBy(() ->
                        JdbcInstanceStore.open(options, (name, age) -> new UnsharedRegion(), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("without a grid")
                .hasMessageContaining("permission denied");
        JdbcInstanceStore.open(options).close();
    }
}
