// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is closed while it is used. */
class DatabaseCloseTest {

    private static final long LONG_SECONDS = 30;

    /** H2 knows no abort: a pool that is closed forgets a connection that is used just then, and the file stays open for ever. */
    @Test
    void leavesNoFileOpenThatIsReadJustThen(@TempDir Path directory) throws Exception {
        Database database = Database.open(JdbcStoreOptions.file(directory.resolve("farm")));
        CountDownLatch reads = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        CompletableFuture<Integer> reading = CompletableFuture.supplyAsync(() -> database.call(Effect.NONE, session -> {
            reads.countDown();
            await(closed);
            return session.rows(database.files().statement("owners"), Map.of(), row -> 1)
                    .size();
        }));
        await(reads);

        database.close();
        closed.countDown();

        assertThatThrownBy(() -> reading.get(LONG_SECONDS, TimeUnit.SECONDS))
                .hasCauseInstanceOf(StorageException.class);
        try (FileChannel file = FileChannel.open(directory.resolve("farm.mv.db"), StandardOpenOption.WRITE);
                FileLock free = file.tryLock()) {
            assertThat(free).as("no other process could open the file").isNotNull();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONG_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }
}
