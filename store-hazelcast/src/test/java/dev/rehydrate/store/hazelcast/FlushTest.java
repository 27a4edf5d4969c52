// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A flush of a farm that does not write behind says so, however long the caller would wait; an interrupted one says what is not known. */
final class FlushTest {

    static Duration[] timeouts() {
        return new Duration[] {Duration.ofSeconds(10), ChronoUnit.FOREVER.getDuration()};
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void aFarmInMemoryOnlyHasNoDatabase(Duration timeout) {
        try (HazelcastInstanceStore store = farmInMemory()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> store.flush(timeout))
                    .withMessageContaining("does not write to a database");
        }
    }

    @Test
    void anInterruptedFlushSaysThatItIsNotKnownWhatIsWritten() {
        try (HazelcastInstanceStore store = farmInMemory()) {
            Thread.currentThread().interrupt();
            assertThatIllegalStateException()
                    .isThrownBy(() -> store.flush(Duration.ofSeconds(10)))
                    .withMessageContaining("interrupted")
                    .withMessageContaining("not known whether everything is in the database");
            assertThat(Thread.interrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    private static HazelcastInstanceStore farmInMemory() {
        return HazelcastInstanceStore.start(HazelcastStoreOptions.builder()
                .clusterName("test-" + UUID.randomUUID())
                .port(0)
                .shutdownHook(false)
                .build());
    }
}
