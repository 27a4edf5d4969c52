// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.h2.store.fs.FilePath;
import org.junit.jupiter.api.Test;

/** An H2 file is forced to the disk before a save is acknowledged, and once for all that are committed together. */
class ForceTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private static CreateInstance create() {
        return CreateInstance.of(
                InstanceChanges.builder()
                        .replaceData(Map.of("n", InstanceValue.of(1)))
                        .build(),
                AfterSave.RELEASE);
    }

    @Test
    void eachGroupForcesTheDiskOnce() {
        FilePath.register(new ForcedFile());
        JdbcStoreOptions options = JdbcStoreOptions.of(
                "jdbc:h2:forced:" + TestDatabase.newDirectory("forced").resolve("store"), "rehydrate", "");
        try (JdbcInstanceStore store = JdbcInstanceStore.open(options)) {
            OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
            for (int i = 0; i < 20; i++) {
                int before = ForcedFile.FORCES.get();
                store.execute(store.createHandle(owner, InstanceId.random()), create(), LONG)
                        .receiptOrThrow();
                assertThat(ForcedFile.FORCES.get()).as("save %d", i).isGreaterThan(before);
            }

            int before = ForcedFile.FORCES.get();
            List<? extends CompletableFuture<?>> together = IntStream.range(0, 200)
                    .mapToObj(i -> store.executeAsync(store.createHandle(owner, InstanceId.random()), create(), LONG))
                    .toList();
            together.forEach(CompletableFuture::join);
            assertThat(ForcedFile.FORCES.get() - before).isBetween(1, 100);
        }
    }
}
