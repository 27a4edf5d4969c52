// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.connection.Dialect;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("a page in the order of a moment, which most instances do not have:")
class MomentPlanTest {

    private static final String INSTANCES =
            "insert into rehydrate.slot (address, version, head, state, suspended, created_at,"
                    + " updated_at) select random_uuid(), x, x'00', 1, false, x, x from system_range(1, 500)";

    private final SqlFiles files = new SqlFiles(Dialect.H2, "rehydrate");

    @ParameterizedTest
    @ValueSource(strings = {"ascending", "descending"})
    @DisplayName("of those that have it, an H2 file in which nothing is due reads none")
    void ofAnH2FileInWhichNothingIsDueAPageByDueTimeReadsNothing(String order) throws SQLException, IOException {
        String sql = files.chosen(
                        "query-by-moment",
                        Set.of("plain", order),
                        Map.of("moment", "due_at", "joins", "", "conditions", "", "limit", "50"))
                .sql();

        assertThat(plan(sql)).contains("SLOT_TIMER: DUE_AT >=").contains("scanCount: 1 ");
    }

    @Test
    @DisplayName("of those that do not have it, an H2 file reads as many as it lists")
    void whatIsNotDueIsReadInTheOrderOfTheIndex() throws SQLException, IOException {
        InstanceQuery query = InstanceQuery.builder().sortBy(Columns.DUE, false).build();

        String sql = new QueryStatements(files, query, Instant.EPOCH)
                .page(QueryStatements.Kind.WITHOUT_VALUE, null, 0, 50)
                .statement()
                .sql();

        assertThat(plan(sql)).contains("SLOT_TIMER: DUE_AT IS NULL").contains("scanCount: 50 ");
    }

    private static String plan(String sql) throws SQLException, IOException {
        Path target = Files.createDirectories(Path.of("target", "tmp").toAbsolutePath());
        JdbcStoreOptions options =
                JdbcStoreOptions.file(Files.createTempDirectory(target, "plan").resolve("store"));
        try (JdbcInstanceStore open = JdbcInstanceStore.open(options);
                Connection connection = DriverManager.getConnection(options.url(), options.credentials());
                Statement statement = connection.createStatement()) {
            assertThat(open.facts().engine().durability()).isEqualTo("durable");
            statement.execute(INSTANCES);
            return plan(connection, sql);
        }
    }

    private static String plan(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("explain analyze " + sql)) {
            statement.setLong(1, 1);
            try (ResultSet found = statement.executeQuery()) {
                found.next();
                return found.getString(1);
            }
        }
    }
}
