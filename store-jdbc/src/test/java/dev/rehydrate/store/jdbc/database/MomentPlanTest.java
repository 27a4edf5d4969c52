// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page in the order of a moment reads no instances without that moment, of which there are usually most. */
class MomentPlanTest {

    private static final String INSTANCES =
            "insert into rehydrate.slot (address, version, head, state, suspended, created_at,"
                    + " updated_at) select random_uuid(), x, x'00', 1, false, x, x from system_range(1, 500)";

    @ParameterizedTest
    @ValueSource(strings = {"ascending", "descending"})
    void ofAnH2FileInWhichNothingIsDueAPageByDueTimeReadsNothing(String order) throws SQLException, IOException {
        Path target = Files.createDirectories(Path.of("target", "tmp").toAbsolutePath());
        JdbcStoreOptions options =
                JdbcStoreOptions.file(Files.createTempDirectory(target, "plan").resolve("store"));
        try (JdbcInstanceStore open = JdbcInstanceStore.open(options);
                Connection connection = DriverManager.getConnection(options.url(), options.credentials());
                Statement statement = connection.createStatement()) {
            assertThat(open.facts().engine().durability()).isEqualTo("durable");
            statement.execute(INSTANCES);

            assertThat(plan(connection, order))
                    .contains("SLOT_TIMER: DUE_AT >=")
                    .contains("scanCount: 1 ");
        }
    }

    private static String plan(Connection connection, String order) throws SQLException {
        String sql = new SqlFiles(Dialect.H2, "rehydrate")
                .chosen(
                        "query-by-moment",
                        Set.of("plain", order),
                        Map.of("moment", "due_at", "joins", "", "conditions", "", "limit", "50"))
                .sql();
        try (PreparedStatement statement = connection.prepareStatement("explain analyze " + sql)) {
            statement.setLong(1, 1);
            try (ResultSet found = statement.executeQuery()) {
                found.next();
                return found.getString(1);
            }
        }
    }
}
