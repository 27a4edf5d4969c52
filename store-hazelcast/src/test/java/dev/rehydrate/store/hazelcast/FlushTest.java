// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A flush of a farm that does not write behind says so, however long the caller would wait. */
final class FlushTest {

    static Duration[] timeouts() {
        return new Duration[] {Duration.ofSeconds(10), ChronoUnit.FOREVER.getDuration()};
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void aFarmInMemoryOnlyHasNoDatabase(Duration timeout) {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .clusterName("test-" + UUID.randomUUID())
                .port(0)
                .shutdownHook(false)
                .build();
        try (HazelcastInstanceStore store = HazelcastInstanceStore.start(options)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> store.flush(timeout))
                    .withMessageContaining("does not write to a database");
        }
    }
}
