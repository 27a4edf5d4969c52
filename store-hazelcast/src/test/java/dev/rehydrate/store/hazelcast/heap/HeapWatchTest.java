// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HeapWatchTest {

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    /** The heap of a member that has nothing. */
    private static final class Empty implements HeapSource {

        @Override
        public long capacity() {
            return 100L << 20;
        }

        @Override
        public void onCollection(Listener listener) {}

        @Override
        public void collect() {}

        @Override
        public void close() {}
    }

    /** Of a member that has left no slot has a copy, so it is never asked about again. */
    @Test
    void whatAFullMemberHasSaidIsForgottenAlsoWhenItHasLeft() {
        try (HeapWatch watch = new HeapWatch("a", new Empty(), 80, time)) {
            watch.start(news -> {});
            watch.heard(new UUID(1, 1), new HeapWatch.FullMember(false, "full", 0));
            time.advance(Duration.ofSeconds(10));
            assertThat(watch.hasFullOthers()).isTrue();

            time.advance(Duration.ofSeconds(10));

            assertThat(watch.hasFullOthers()).isFalse();
        }
    }
}
