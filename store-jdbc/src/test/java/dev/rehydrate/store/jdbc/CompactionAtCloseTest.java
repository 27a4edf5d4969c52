// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.h2.Driver;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A file of H2 that was closed")
class CompactionAtCloseTest {

    private static final int LARGE = (16 << 20) - 1000;

    @TempDir
    Path directory;

    @Test
    @DisplayName("has what was acknowledged, also beside large values")
    void hasWhatWasAcknowledged() throws Exception {
        JdbcStoreOptions file = JdbcStoreOptions.file(directory.resolve("store"));
        List<InstanceId> created = new ArrayList<>();
        try (JdbcInstanceStore store = JdbcInstanceStore.open(file)) {
            for (int size : List.of(100, 100, LARGE, 100)) {
                InstanceId id = InstanceId.random();
                store.commands().execute(id, CreateInstance.of(InstanceChanges.data(Map.of("a", new byte[size]))));
                created.add(id);
            }
        }
        try (JdbcInstanceStore store = JdbcInstanceStore.open(file)) {
            assertThat(created)
                    .allSatisfy(id -> assertThat(store.inspection().record(id).get(10, TimeUnit.SECONDS))
                            .isPresent());
        }
    }

    @Test
    @DisplayName("by a data source that lets this version compact it then is refused")
    void isNotCompacted() {
        JdbcDataSource compacting = source("");
        JdbcDataSource keeping = source(";MAX_COMPACT_TIME=0");

        opensUnlessItCanLose(JdbcStoreOptions.of(compacting), "MAX_COMPACT_TIME=0");
        JdbcInstanceStore.open(JdbcStoreOptions.of(keeping)).close();
    }

    @Test
    @DisplayName("by the store, which others have opened so that it is compacted, is refused too")
    void isNotCompactedForOthers() throws Exception {
        JdbcDataSource others = source("");
        JdbcStoreOptions file = JdbcStoreOptions.file(directory.resolve("given"));

        try (Connection open = others.getConnection()) {
            assertThat(open.isValid(1)).isTrue();
            opensUnlessItCanLose(file, "also by others");
        }
        JdbcInstanceStore.open(file).close();
    }

    /** The tests are run with either version: an application brings its own. */
    private static void opensUnlessItCanLose(JdbcStoreOptions options, String said) {
        Driver driver = new Driver();
        if (driver.getMajorVersion() == 2 && driver.getMinorVersion() < 4) {
            assertThatThrownBy(() -> JdbcInstanceStore.open(options)).hasMessageContaining(said);
        } else {
            JdbcInstanceStore.open(options).close();
        }
    }

    private JdbcDataSource source(String settings) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:file:" + directory.resolve("given") + settings);
        source.setUser("rehydrate");
        source.setPassword("");
        return source;
    }
}
