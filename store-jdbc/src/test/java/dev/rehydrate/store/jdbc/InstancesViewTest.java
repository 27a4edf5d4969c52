// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports read the view {@code instances}, in whichever database it is. */
@DisplayName("the view of the instances")
class InstancesViewTest {

    private static final String SCHEMA = "viewed";
    private static final TestDatabase SERVER = TestDatabase.POSTGRESQL;

    static Stream<TestDatabase> databases() {
        return Stream.of(TestDatabase.POSTGRESQL, TestDatabase.H2_FILE);
    }

    /** What the view shows of the times of an instance. */
    private record Shown(@Nullable Instant dueAt, @Nullable Instant expiresAt) {}

    private static JdbcInstanceStore open(TestDatabase database) {
        return JdbcInstanceStore.open(database.options().withSchema(SCHEMA));
    }

    private static Shown shown(TestDatabase database, InstanceId id) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "select due_at, expires_at from " + SCHEMA + ".instances where id = ?")) {
            select.setObject(1, UUID.fromString(id.toString()));
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).isTrue();
                return new Shown(instant(row, 1), instant(row, 2));
            }
        }
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }

    private static InstanceId create(JdbcInstanceStore store, InstanceChanges<InstanceValue> changes) {
        InstanceId id = InstanceId.random();
        store.commands()
                .execute(id, CreateInstance.of(changes, AfterSave.RELEASE))
                .receiptOrThrow();
        return id;
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("has no due time and no expiry for an instance that has none")
    void whatIsNotThereIsNull(TestDatabase database) throws SQLException {
        try (JdbcInstanceStore store = open(database)) {
            InstanceId idle = create(store, InstanceChanges.builder().build());

            assertThat(shown(database, idle)).isEqualTo(new Shown(null, null));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("has the due time, and the expiry while it is not due")
    void whatIsThereIsShown(TestDatabase database) throws SQLException {
        Instant midnight = Instant.parse("2030-01-01T00:00:00Z");
        try (JdbcInstanceStore store = open(database)) {
            InstanceId due =
                    create(store, InstanceChanges.builder().dueAt(midnight).build());
            InstanceId expires = create(
                    store,
                    InstanceChanges.builder().idleTtl(Duration.ofHours(1)).build());

            assertThat(shown(database, due)).isEqualTo(new Shown(midnight, null));
            assertThat(shown(database, expires).dueAt()).isNull();
            assertThat(shown(database, expires).expiresAt())
                    .isBetween(store.now(), store.now().plus(Duration.ofHours(1)));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    @DisplayName("can be read when an instance is due at the end of time")
    void theEndOfTimeCanBeRead(TestDatabase database) throws SQLException {
        try (JdbcInstanceStore store = open(database)) {
            InstanceId never =
                    create(store, InstanceChanges.builder().dueAt(Instant.MAX).build());

            assertThat(shown(database, never).dueAt()).isEqualTo(Instant.parse("9999-12-31T23:59:59Z"));
        }
    }

    /** The view as the first version made it, on PostgreSQL: with the comment gone it counts as one of that version. */
    private static void makeViewOfFirstVersion() {
        SERVER.execute("create or replace view " + SCHEMA + ".instances as select address as id,"
                + " case state when 0 then 'UNINITIALIZED' when 1 then 'INITIALIZED' else 'COMPLETED' end as state,"
                + " host_type, definition, suspended, holder,"
                + " to_timestamp(greatest(due_at, -62135596800000000) / 1000000.0) as due_at,"
                + " to_timestamp(greatest(expires_at, -62135596800000000) / 1000000.0) as expires_at,"
                + " to_timestamp(greatest(created_at, -62135596800000000) / 1000000.0) as created_at,"
                + " to_timestamp(greatest(updated_at, -62135596800000000) / 1000000.0) as updated_at"
                + " from " + SCHEMA + ".slot where state is not null");
        SERVER.execute("comment on view " + SCHEMA + ".instances is null");
    }

    @Test
    @DisplayName("is replaced when a store is opened on a database of an earlier release, whose nodes still start")
    void aViewOfTheFirstVersionIsReplaced() throws SQLException {
        InstanceId idle;
        try (JdbcInstanceStore store = open(SERVER)) {
            idle = create(store, InstanceChanges.builder().build());
        }
        makeViewOfFirstVersion();
        assertThat(shown(SERVER, idle).dueAt()).isNotNull();

        open(SERVER).close();

        assertThat(shown(SERVER, idle)).isEqualTo(new Shown(null, null));
        assertThat(newestVersion()).isEqualTo("4");
    }

    @Test
    @DisplayName("is left if its user may not replace it, or is reading it, and the store is opened all the same")
    void whoMayNotReplaceItOpensTheStore() throws SQLException {
        open(SERVER).close();
        makeViewOfFirstVersion();
        SERVER.execute("create role viewer login");
        SERVER.execute("grant usage on schema " + SCHEMA + " to viewer");
        SERVER.execute("grant select, insert, update, delete on all tables in schema " + SCHEMA + " to viewer");
        SERVER.execute("grant usage on all sequences in schema " + SCHEMA + " to viewer");

        JdbcInstanceStore.open(
                        JdbcStoreOptions.of(TestDatabase.postgres().getJdbcUrl("viewer", "postgres"), "viewer", "")
                                .withSchema(SCHEMA)
                                .allowingNotDurable())
                .close();

        try (Connection report = SERVER.dataSource().getConnection();
                Statement reading = report.createStatement()) {
            report.setAutoCommit(false);
            reading.execute("select count(*) from " + SCHEMA + ".instances");

            open(SERVER).close();

            report.rollback();
        }
        assertThat(comment()).isNull();
    }

    private static @Nullable String newestVersion() throws SQLException {
        return text("select max(version::int)::text from " + SCHEMA + ".rehydrate_schema_history");
    }

    private static @Nullable String comment() throws SQLException {
        return text("select obj_description('" + SCHEMA + ".instances'::regclass, 'pg_class')");
    }

    private static @Nullable String text(String query) throws SQLException {
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(query)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }
}
