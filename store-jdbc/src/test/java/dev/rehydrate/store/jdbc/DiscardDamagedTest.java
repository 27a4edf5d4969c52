// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A record that no command can read is removed if a person says so, with all that is there of it, and nothing else is. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@DisplayName("a damaged row that is discarded")
class DiscardDamagedTest {

    private static final InstanceKey KEY = InstanceKey.of("shop", "voucher 7");

    private final TestDatabase database;
    private final JdbcInstanceStore store;

    DiscardDamagedTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
        store = JdbcInstanceStore.open(database.options());
    }

    @AfterEach
    void close() {
        store.close();
        database.clear();
    }

    private static InstanceChanges.Builder changes() {
        return InstanceChanges.builder()
                .replaceData(Map.of(
                        "note", InstanceValue.of("text"),
                        "total", InstanceValue.of(7).with(InstanceValue.Option.PROMOTED)));
    }

    private InstanceId created(InstanceChanges.Builder changes) {
        InstanceId id = InstanceId.random();
        create(store, id, changes);
        return id;
    }

    private static void create(InstanceStore by, InstanceId id, InstanceChanges.Builder changes) {
        by.commands()
                .execute(id, CreateInstance.of(changes.build(), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    private boolean discard(InstanceId id) {
        return store.repair().discardDamaged(id).join();
    }

    private static InstanceId at(InstanceKey key) {
        return SlotAddress.of(key).instance();
    }

    private LoadOutcome load(InstanceId id) {
        return store.commands().execute(id, LoadInstance.read());
    }

    private int rows(String table, InstanceId id) {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "select count(*) from rehydrate." + table + " where address = '" + id + "'")) {
            found.next();
            return found.getInt(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void damageHead(InstanceId id, String head) {
        boolean h2 = database == TestDatabase.H2_FILE;
        database.execute("update rehydrate.slot set head = "
                + (h2 ? "X'" + head + "'" : "decode('" + head + "', 'hex')")
                + ", version = version + 1 where address = '"
                + id + "'");
    }

    @Test
    @DisplayName("leaves no row, whatever is wrong with it, and the id is free")
    void leavesNothing() {
        InstanceId other = created(changes());
        InstanceId shortHead = created(changes());
        InstanceId zeros = created(changes());
        InstanceId noValues = created(changes());
        InstanceId longValue = created(changes());
        database.execute(
                "update rehydrate.slot set head = substring(head from 1 for 9) where address = '" + shortHead + "'");
        damageHead(zeros, "00".repeat(64));
        database.execute("delete from rehydrate.slot_value where address = '" + noValues + "'");
        database.execute("update rehydrate.slot_value set bytes = bytes || bytes where address = '" + longValue + "'");

        // Another store, which remembers none of them.
        try (JdbcInstanceStore fresh = JdbcInstanceStore.open(database.options())) {
            for (InstanceId each : List.of(shortHead, zeros, noValues, longValue)) {
                assertThatThrownBy(() -> fresh.commands().execute(each, LoadInstance.read()))
                        .isInstanceOf(CorruptRecordException.class);
                assertThat(fresh.repair().discardDamaged(each).join()).isTrue();
                assertThat(fresh.repair().discardDamaged(each).join())
                        .as("again")
                        .isFalse();

                assertThat(Stream.of("slot", "slot_value", "promoted").map(table -> rows(table, each)))
                        .containsOnly(0);
                assertThat(fresh.commands().execute(each, LoadInstance.read()))
                        .isInstanceOf(LoadOutcome.NotFound.class);
                create(fresh, each, changes());
                assertThat(fresh.commands().execute(each, LoadInstance.read()).loaded())
                        .isPresent();
            }
            assertThat(fresh.commands().execute(other, LoadInstance.read()).loaded())
                    .isPresent();
            assertThat(fresh.commands()
                            .execute(QueryInstances.of(InstanceQuery.builder().build())))
                    .satisfies(page -> assertThat(page.gap()).isNull())
                    .satisfies(page -> assertThat(page.total()).isEqualTo(5));
        }
    }

    @Test
    @DisplayName("can be read as it is stored before that, row by row, and be put back from what was read")
    void isShownAsItIsStored() throws SQLException {
        InstanceId id = created(changes());
        List<StoredRow> sound = store.inspection().storedRows(id).join();
        damageHead(id, "00ff7f");

        List<StoredRow> damaged = store.inspection().storedRows(id).join();

        assertThat(damaged)
                .extracting(row -> row.table() + " " + row.texts().get("name"))
                .containsExactly("slot null", "slot_value d:note", "slot_value d:total", "promoted total");
        assertThat(damaged.get(0).texts())
                .containsEntry("address", id.toString())
                .containsEntry("state", "1");
        assertThat(damaged.get(0).bytes()).containsEntry("head", new byte[] {0, -1, 127});
        assertThat(damaged.get(1).bytes().get("bytes"))
                .isNotEmpty()
                .isEqualTo(sound.get(1).bytes().get("bytes"));
        assertThat(damaged.get(3).texts()).containsEntry("txt", "7");

        byte[] head = sound.get(0).bytes().get("head");
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement repair = connection.prepareStatement(
                        "update rehydrate.slot set head = ?, version = version + 1 where address = ?")) {
            repair.setBytes(1, head);
            repair.setObject(2, new UUID(id.high(), id.low()));
            repair.executeUpdate();
        }
        assertThat(load(id).loaded()).isPresent();
        assertThat(store.inspection().storedRows(InstanceId.random()).join()).isEmpty();
    }

    @Test
    @DisplayName("is not one that can be read, also by another release, nor one that is not there")
    void leavesWhatIsSound() {
        InstanceId sound = created(changes());
        InstanceId newer = created(changes());
        damageHead(newer, "0909" + "00".repeat(20));

        assertThat(discard(sound)).isFalse();
        assertThat(discard(InstanceId.random())).isFalse();
        assertThat(store.repair().discardDamaged(newer))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(CorruptRecordException.class)
                .withMessageContaining("was written in version 9");
        assertThat(load(sound).loaded()).isPresent();
        assertThat(rows("slot", newer)).isEqualTo(1);
    }

    @Test
    @DisplayName("while it is created anew, and loaded, in the same moment, has one outcome for each command")
    void amongOthers() {
        for (int i = 0; i < 20; i++) {
            InstanceId id = created(changes());
            damageHead(id, "00");
            CompletableFuture<Boolean> discarded = store.repair().discardDamaged(id);
            CompletableFuture<?> created = store.commands()
                    .executeAsync(id, CreateInstance.of(changes().build(), AfterSave.RELEASE))
                    .handle((answer, failure) -> failure);
            CompletableFuture<Boolean> again = store.repair().discardDamaged(id);

            assertThat(discarded.join() ^ again.join()).isTrue();
            boolean isCreated = created.join() == null;
            assertThat(load(id).loaded().isPresent()).isEqualTo(isCreated);
            if (isCreated) {
                assertThat(rows("slot_value", id)).isEqualTo(2);
                assertThat(rows("promoted", id)).isEqualTo(1);
            }
        }
    }

    @Test
    @DisplayName("frees its further keys for the next instance that wants them")
    void freesItsKeys() {
        InstanceId id = created(changes().keys(KeyChanges.associating(KEY)));
        damageHead(id, "00");

        assertThat(discard(id)).isTrue();

        assertThat(store.commands().execute(LoadInstanceByKey.read(KEY))).isInstanceOf(LoadOutcome.NotFound.class);
        InstanceId next = created(changes().keys(KeyChanges.associating(KEY)));
        assertThat(store.commands()
                        .execute(LoadInstanceByKey.read(KEY))
                        .loaded()
                        .map(InstanceSnapshot::id))
                .contains(next);
    }

    @Test
    @DisplayName("of a key leads to the instance that lists the key again, when its keys are restored")
    void ofAKey() {
        InstanceId id = created(changes().keys(KeyChanges.associating(KEY)));
        damageHead(at(KEY), "00");
        assertThatThrownBy(() -> store.commands().execute(LoadInstanceByKey.read(KEY)))
                .isInstanceOf(CorruptRecordException.class);

        assertThat(discard(at(KEY))).isTrue();
        store.repair().restoreKeys(id).join();

        assertThat(store.commands()
                        .execute(LoadInstanceByKey.read(KEY))
                        .loaded()
                        .map(InstanceSnapshot::id))
                .contains(id);
    }
}
