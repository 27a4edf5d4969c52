// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.StoreCommands;
import dev.rehydrate.tck.ManualTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An executor of the application that takes no task, because it is shut down or full, does not keep the answer from the caller. */
@Timeout(20)
class RefusingExecutorTest {

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final InstanceId id = InstanceId.random();

    private static CreateInstance creation() {
        return CreateInstance.of(
                InstanceChanges.builder()
                        .replaceData(Map.of("text", InstanceValue.of("a")))
                        .build(),
                AfterSave.RELEASE);
    }

    @Test
    void ofACommandOnAHandle() {
        try (ListenedNode node = new ListenedNode(new MemoryData(), time)) {
            CompletableFuture<SaveOutcome> saved = node.store()
                    .executeAsync(node.handle(id), creation(), ListenedNode.TIMEOUT, task -> {
                        throw new RejectedExecutionException("on purpose");
                    });

            assertThat(saved)
                    .isCompletedWithValueMatching(outcome -> outcome.saved().isPresent());
        }
    }

    @Test
    void alsoIfItCanMakeNoThread() {
        try (ListenedNode node = new ListenedNode(new MemoryData(), time)) {
            CompletableFuture<SaveOutcome> saved = node.store()
                    .executeAsync(node.handle(id), creation(), ListenedNode.TIMEOUT, task -> {
                        throw new OutOfMemoryError("unable to create native thread, on purpose");
                    });

            assertThat(saved)
                    .isCompletedWithValueMatching(outcome -> outcome.saved().isPresent());
        }
    }

    @Test
    void ofCommandsWithoutOwner() {
        try (ListenedNode node = new ListenedNode(new MemoryData(), time)) {
            StoreCommands commands = node.store().commands().withExecutor(task -> {
                throw new RejectedExecutionException("on purpose");
            });

            assertThat(commands.executeAsync(id, creation()))
                    .isCompletedWithValueMatching(outcome -> outcome.saved().isPresent());
            assertThat(commands.executeAsync(id, LoadInstance.of(LoadMode.free())))
                    .isCompletedWithValueMatching(outcome -> outcome.loaded().isPresent());
        }
    }
}
