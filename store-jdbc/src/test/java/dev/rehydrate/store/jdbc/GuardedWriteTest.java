// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.commit.SlotWrite;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import dev.rehydrate.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Two rows are written in one group: the guard takes the one, and refuses the other, which another writer has changed since. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@DisplayName("a write that the guard refuses")
class GuardedWriteTest {

    private final TestDatabase database;
    private final InstanceId taken = InstanceId.random();
    private final InstanceId refused = InstanceId.random();
    private JdbcInstanceStore store;
    private Database rows;
    private Database.SlotLane lane;

    GuardedWriteTest(boolean postgres) {
        database = postgres ? TestDatabase.POSTGRESQL : TestDatabase.H2_FILE;
    }

    @BeforeEach
    void open() {
        store = JdbcInstanceStore.open(database.options());
        rows = Database.open(database.options());
        lane = rows.lane();
    }

    @AfterEach
    void close() {
        lane.close();
        rows.close();
        store.close();
        database.clear();
    }

    private static InstanceValue promoted(String text) {
        return InstanceValue.of(text).with(Option.PROMOTED);
    }

    private void execute(InstanceId id, PersistenceCommand<SaveOutcome> command) {
        store.commands().execute(id, command).receiptOrThrow();
    }

    private StoredSlot created(InstanceId id) {
        InstanceChanges<InstanceValue> first = InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of(
                        "stays", InstanceValue.of("1 stays"),
                        "changes", InstanceValue.of("1 changes"),
                        "goes", InstanceValue.of("1 goes"),
                        "promoted stays", promoted("1"),
                        "promoted changes", promoted("1"),
                        "promoted goes", promoted("1"))))
                .build();
        execute(id, CreateInstance.of(first, AfterSave.RELEASE));
        return row(id);
    }

    /** Leaves some values out, and puts others. */
    private StoredSlot saved(InstanceId id, String text) {
        InstanceChanges<InstanceValue> next = InstanceChanges.builder()
                .changeData(new ValueDelta<>(
                        Map.of(
                                "changes",
                                InstanceValue.of(text),
                                "comes " + text,
                                InstanceValue.of(text),
                                "promoted changes",
                                promoted(text),
                                "promoted comes " + text,
                                promoted(text)),
                        Set.of("goes", "promoted goes")))
                .build();
        execute(id, SaveInstance.of(next, AfterSave.RELEASE));
        return row(id);
    }

    /** Of one value, which is written with a statement of its own if it is alone. */
    private StoredSlot savedOne(InstanceId id, String text) {
        execute(
                id,
                SaveInstance.of(
                        InstanceChanges.builder()
                                .changeData(ValueDelta.putting(Map.of("stays", InstanceValue.of(text))))
                                .build(),
                        AfterSave.RELEASE));
        return row(id);
    }

    private static SlotAddress at(InstanceId id) {
        return SlotAddress.of(id);
    }

    private StoredSlot row(InstanceId id) {
        return lane.rows().read(List.of(at(id))).getOrDefault(at(id), StoredSlot.NONE);
    }

    /** All that is stored at the address, in each table. */
    private List<String> stored(InstanceId id) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection()) {
            for (String columns : List.of(
                    "version, head, holder from rehydrate.slot where address = ?",
                    "name, bytes, null from rehydrate.slot_value where address = ? order by name",
                    "name, rank, txt from rehydrate.promoted where address = ? order by name")) {
                try (PreparedStatement select = connection.prepareStatement("select " + columns)) {
                    select.setObject(1, UUID.fromString(id.toString()));
                    try (ResultSet found = select.executeQuery()) {
                        while (found.next()) {
                            byte[] bytes = found.getBytes(2);
                            all.add(found.getString(1) + " " + HexFormat.of().formatHex(bytes) + found.getString(3));
                        }
                    }
                }
            }
        }
        return all;
    }

    private List<String> valuesOf(InstanceId id) throws SQLException {
        List<String> all = stored(id);
        return all.subList(1, all.size());
    }

    /** The other row of the group is written in the same way, so that the statement has all the parts that the refused one asks for. */
    private void isRefused(long expected, @Nullable Slot before, Slot next) throws SQLException {
        SlotWrite write = new SlotWrite(at(refused), expected, before, next);
        List<String> present = stored(refused);
        assertThat(lane.rows().commit(List.of(write), null)).as("alone").isEmpty();
        assertThat(stored(refused)).as("alone").isEqualTo(present);

        StoredSlot first = created(taken);
        List<String> values = valuesOf(taken);
        StoredSlot second = saved(taken, "2");
        isRefusedBeside(new SlotWrite(at(taken), second.version(), second.slot(), first.slot()), write, present);
        assertThat(valuesOf(taken)).isEqualTo(values);
        isRefusedBeside(new SlotWrite(at(taken), row(taken).version(), first.slot(), Slot.EMPTY), write, present);
        isRefusedBeside(new SlotWrite(at(taken), StoredSlot.ABSENT, Slot.EMPTY, second.slot()), write, present);
        isRefusedBeside(new SlotWrite(at(taken), row(taken).version(), null, Slot.EMPTY), write, present);
    }

    private void isRefusedBeside(SlotWrite other, SlotWrite write, List<String> present) throws SQLException {
        assertThat(lane.rows().commit(List.of(other, write), null)).containsOnlyKeys(other.at());
        assertThat(row(taken).slot()).isEqualTo(other.next());
        if (other.next().isBlank()) {
            assertThat(stored(taken)).isEmpty();
        }
        assertThat(stored(refused)).isEqualTo(present);
    }

    @Test
    @DisplayName("changes no value of its row, of whatever kind the write is")
    void changesNothing() throws SQLException {
        StoredSlot first = created(refused);
        StoredSlot second = saved(refused, "2");
        StoredSlot third = saved(refused, "3");
        StoredSlot fourth = savedOne(refused, "the fourth");
        savedOne(refused, "the fifth");

        isRefused(second.version(), second.slot(), first.slot());
        isRefused(StoredSlot.ABSENT, Slot.EMPTY, first.slot());
        isRefused(second.version(), second.slot(), Slot.EMPTY);
        isRefused(second.version(), null, Slot.EMPTY);
        isRefused(fourth.version(), fourth.slot(), third.slot());
    }

    @Test
    @DisplayName("makes no row of one that is gone, and no value of it")
    void makesNothing() throws SQLException {
        StoredSlot first = created(refused);
        StoredSlot second = saved(refused, "2");
        assertThat(lane.rows()
                        .commit(List.of(new SlotWrite(at(refused), second.version(), second.slot(), Slot.EMPTY)), null))
                .containsOnlyKeys(at(refused));
        assertThat(stored(refused)).isEmpty();

        isRefused(second.version(), second.slot(), first.slot());
        isRefused(second.version(), second.slot(), Slot.EMPTY);
        isRefused(second.version(), null, Slot.EMPTY);
    }
}
