// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.tck.ManualTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listener that fails does not keep the answer from the caller, whatever it throws. */
@Timeout(20)
class FailingListenerTest {

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final InstanceId id = InstanceId.random();

    private static CreateInstance creation() {
        return CreateInstance.of(
                InstanceChanges.builder()
                        .replaceData(Map.of("text", InstanceValue.of("a")))
                        .build(),
                AfterSave.RELEASE);
    }

    private ListenedNode listenedBy(Supplier<Error> failure) {
        StoreListener broken = new StoreListener() {
            @Override
            public void answered(Answered event) {
                throw failure.get();
            }
        };
        return new ListenedNode(new MemoryData(), time, options -> options.withListener(broken));
    }

    @Test
    @DisplayName(
            "a listener that fails with an error which is none of the JDK's, such as the one for what is not implemented")
    void anErrorOfAListener() {
        try (ListenedNode node = listenedBy(() -> new Error("on purpose"))) {
            CompletableFuture<SaveOutcome> saved =
                    node.store().executeAsync(node.handle(id), creation(), ListenedNode.TIMEOUT);

            assertThat(saved)
                    .isCompletedWithValueMatching(outcome -> outcome.saved().isPresent());
        }
    }

    @Test
    void aFailureOfAListenerThatCannotBePrinted() {
        class Unprintable extends AssertionError {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException("on purpose");
            }
        }
        try (ListenedNode node = listenedBy(Unprintable::new)) {
            CompletableFuture<SaveOutcome> saved =
                    node.store().executeAsync(node.handle(id), creation(), ListenedNode.TIMEOUT);

            assertThat(saved)
                    .isCompletedWithValueMatching(outcome -> outcome.saved().isPresent());
        }
    }
}
