// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What a shared cache is told of the database: entries of different tables must never meet. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class IdentityTest {

    private static final Duration AGE = Duration.ofSeconds(30);
    private static final String SCHEMA = "identity_test";

    private final TestDatabase database;
    private final List<String> told = new ArrayList<>();

    IdentityTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
    }

    private String open(JdbcStoreOptions options) {
        JdbcInstanceStore.open(
                        options,
                        (name, age) -> {
                            told.add(name);
                            return new UnsharedRegion();
                        },
                        AGE)
                .close();
        return told.get(told.size() - 1);
    }

    @Test
    void allStoresOnTheSameTablesHaveOneName() {
        assertThat(open(database.options())).isEqualTo(open(database.options()));
    }

    @Test
    void anotherSchemaHasAnotherName() {
        JdbcStoreOptions other = database.options().withSchema(SCHEMA);

        assertThat(open(other)).isNotEqualTo(open(database.options()));
        database.execute("drop schema " + SCHEMA + " cascade");
    }

    @Test
    void tablesThatWereMadeAnewHaveAnotherName() {
        JdbcStoreOptions other = database.options().withSchema(SCHEMA);
        String first = open(other);
        database.execute("drop schema " + SCHEMA + " cascade");

        assertThat(open(other)).isNotEqualTo(first);
        database.execute("drop schema " + SCHEMA + " cascade");
    }

    @Test
    void aCacheThatCannotBeUsedOpensNoStore() {
        JdbcStoreOptions options = database.options();

        assertThatThrownBy(() -> JdbcInstanceStore.open(
                        options,
                        (name, age) -> {
                            throw new IllegalStateException("no cache");
                        },
                        AGE))
                .hasMessage("no cache");
        assertThatThrownBy(() -> JdbcInstanceStore.open(options, (name, age) -> new UnsharedRegion(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxAge");
    }
}
