// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.lang.management.ManagementFactory;

/** A process that opens a store on a database, loads one instance by its key, says how long that took since its birth, and ends. */
final class RowsStart {

    private RowsStart() {}

    /**
     * Runs in a process that {@link RowsRun} starts.
     *
     * @param args the database and the schema
     */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) {
        JdbcInstanceStore store = JdbcInstanceStore.open(
                JdbcStoreOptions.of(args[0], "postgres", "").withSchema(args[1]));
        var unused = store.commands()
                .execute(LoadInstanceByKey.of(ManyRows.key(0), LoadMode.authoritative()))
                .snapshotOrThrow();
        System.out.println(System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime());
        Runtime.getRuntime().halt(0);
    }
}
