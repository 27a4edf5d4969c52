// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.util.function.Supplier;

/** A database in one file, opened by one process at a time. */
final class DurableFile {

    private DurableFile() {}

    /**
     * Names the file.
     *
     * @param directory where it is, or will be
     * @return opens a store on it, as often as it is asked to
     */
    static Supplier<InstanceStore> in(Path directory) {
        JdbcStoreOptions options =
                JdbcStoreOptions.file(directory.resolve("documents")).withStore(StoreKind.options());
        return () -> JdbcInstanceStore.open(options);
    }
}
