// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.connection.SqlFiles;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads the rows of a slot as they are, all columns of all its tables, for people who look at a damaged one. */
public final class StoredRows {

    private static final List<String> TABLES = List.of("slot", "slot_value", "promoted");
    private static final Set<Integer> BINARY = Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

    private final Database database;

    /**
     * Reads the rows of a database.
     *
     * @param database the database
     */
    public StoredRows(Database database) {
        this.database = database;
    }

    /**
     * Reads the rows of a slot.
     *
     * @param at its address
     * @return its rows
     * @throws StorageException if they cannot be read
     */
    public List<StoredRow> at(SlotAddress at) {
        Map<String, ?> parameters = Map.of("address", Session.uuid(at));
        return database.call(Effect.NONE, session -> {
            List<StoredRow> rows = new ArrayList<>();
            List<SqlFiles.Statement> statements = database.files().script("stored-rows");
            for (int i = 0; i < TABLES.size(); i++) {
                String table = TABLES.get(i);
                rows.addAll(session.rows(statements.get(i), parameters, row -> row(table, row)));
            }
            database.forceWhatIsLeft(session, Set.of(at));
            return rows;
        });
    }

    /** H2 calls a UUID binary too. */
    private static boolean isBinary(ResultSetMetaData columns, int column) throws SQLException {
        return BINARY.contains(columns.getColumnType(column))
                && !"UUID".equalsIgnoreCase(columns.getColumnTypeName(column));
    }

    private static StoredRow row(String table, ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        Map<String, String> texts = new LinkedHashMap<>();
        Map<String, byte[]> bytes = new LinkedHashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            String name = columns.getColumnLabel(i).toLowerCase(Locale.ROOT);
            if (isBinary(columns, i)) {
                byte[] binary = row.getBytes(i);
                if (binary != null) {
                    bytes.put(name, binary);
                }
            } else {
                String text = row.getString(i);
                if (text != null) {
                    texts.put(name, text);
                }
            }
        }
        return new StoredRow(table, texts, bytes);
    }
}
