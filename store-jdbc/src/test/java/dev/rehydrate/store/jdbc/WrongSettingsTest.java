// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of settings that cannot be meant, and of places where no database is. */
class WrongSettingsTest {

    private final Path directory = TestDatabase.newDirectory("wrong");

    @Test
    void theEndingOfTheFileIsRefusedBecauseH2WouldAddAnother() {
        assertThatThrownBy(() -> JdbcStoreOptions.file(directory.resolve("store.mv.db")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without .mv.db");
        assertThatThrownBy(() -> JdbcStoreOptions.of("jdbc:h2:file:/data/store.mv.db;MAX_COMPACT_TIME=0", "sa", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without .mv.db");
    }

    @Test
    void aSemicolonInThePathIsRefusedBecauseSettingsFollowIt() {
        assertThatThrownBy(() -> JdbcStoreOptions.file(directory.resolve("a;MODE=Oracle")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("semicolon");
    }

    @Test
    void whatIsMissingIsNamed() {
        JdbcStoreOptions file = JdbcStoreOptions.file(directory.resolve("store"));

        assertThatThrownBy(() -> JdbcStoreOptions.file(null)).hasMessage("file");
        assertThatThrownBy(() -> JdbcStoreOptions.of("jdbc:h2:file:/x", null, ""))
                .hasMessage("user");
        assertThatThrownBy(() -> JdbcStoreOptions.of("jdbc:h2:file:/x", "sa", null))
                .hasMessage("password");
        assertThatThrownBy(() -> file.withSchema(null)).hasMessage("schema");
        assertThatThrownBy(() -> file.withPatience(null)).hasMessage("patience");
        assertThatThrownBy(() -> file.withNearCopies(null)).hasMessage("nearCopyAge");
    }

    @Test
    void thereAreNotMoreLanesThanAPoolCanCount() {
        JdbcStoreOptions file = JdbcStoreOptions.file(directory.resolve("store"));

        assertThatThrownBy(() -> file.withLanes(65, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("from 1 to 64")
                .hasMessageContaining("65");
        assertThat(file.withLanes(64, 0).lanes()).isEqualTo(64);
    }

    @Test
    void theNameOfASchemaIsToldItsRule() {
        JdbcStoreOptions file = JdbcStoreOptions.file(directory.resolve("store"));

        assertThatThrownBy(() -> file.withSchema("Orders"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lower-case letters")
                .hasMessageContaining("'Orders'");
    }

    @Test
    void aDamagedFileIsToldAsThat() throws IOException {
        Files.writeString(directory.resolve("junk.mv.db"), "this is no database");

        assertThatThrownBy(() -> JdbcInstanceStore.open(JdbcStoreOptions.file(directory.resolve("junk"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened")
                .hasMessageContaining("the file cannot be opened or made")
                .hasMessageContaining("junk.mv.db")
                .hasMessageNotContaining("null")
                .hasMessageNotContaining("does not answer");
    }

    @Test
    void aDirectoryThatCannotBeMadeIsToldAsThat() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "no directory");

        assertThatThrownBy(() -> JdbcInstanceStore.open(JdbcStoreOptions.file(file.resolve("store"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the file cannot be opened or made")
                .hasMessageNotContaining("does not answer");
    }

    @Test
    void aWrongPasswordIsNotADatabaseThatIsDown() {
        JdbcStoreOptions options = JdbcStoreOptions.file(directory.resolve("store"));
        JdbcInstanceStore.open(options).close();

        assertThatThrownBy(() -> JdbcInstanceStore.open(
                        JdbcStoreOptions.of(String.valueOf(options.url()), "rehydrate", "wrong")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not accept the user or the password")
                .hasMessageNotContaining("does not answer");
    }

    @Test
    void aDatabaseThatIsNotThereIsToldAsThat() {
        assertThatThrownBy(() -> JdbcInstanceStore.open(
                        JdbcStoreOptions.of(TestDatabase.postgres().getJdbcUrl("postgres", "absent"), "postgres", "")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the server has no such database")
                .hasMessageContaining("\"absent\" does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost:5432/app", "jdbc:mysql://db/app"})
    void aUrlOfNoDriverShowsHowOneIsWritten(String url) {
        assertThatThrownBy(() -> JdbcInstanceStore.open(
                        JdbcStoreOptions.of(url, "sa", "").withPatience(Duration.ofSeconds(1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("jdbc:postgresql://host/name")
                .hasMessageContaining("jdbc:h2:file:/path");
    }
}
