// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.Growth;
import dev.rehydrate.store.hazelcast.CapturedLog;
import dev.rehydrate.store.hazelcast.ShortOfTimers;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HeapWatchTest {

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));

    /** A heap that is empty until it is filled. */
    private static final class SaidHeap implements HeapSource {

        private Listener listener = (used, whole) -> {};

        void fill() {
            hold(100);
        }

        void hold(int percent) {
            listener.collected(capacity() * percent / 100, true);
        }

        @Override
        public long capacity() {
            return 100L << 20;
        }

        @Override
        public void onCollection(Listener told) {
            listener = told;
        }

        @Override
        public void collect() {}

        @Override
        public void close() {}
    }

    /** Without looks it would tell no other member that it is full, and ask for no collection that finds out that it is not. */
    @Test
    void aLookThatCannotBeScheduledForAMomentIsScheduledWithTheNextCommand() {
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        SaidHeap heap = new SaidHeap();
        try (HeapWatch watch = new HeapWatch("a", heap, 80, ShortOfTimers.of(time, failures));
                CapturedLog log = CapturedLog.open()) {
            watch.start(news -> told.incrementAndGet());
            failures.set(3);
            time.advance(Duration.ofSeconds(1));
            heap.fill();
            time.advance(Duration.ofMinutes(1));
            assertThat(told).hasValue(0);

            for (int command = 0; command < 3; command++) {
                assertThat(watch.refusal(new Growth(true, 10, 0))).contains("is full");
            }
            assertThat(log.warnings("looks at its heap later"))
                    .as("a command that tries it again says nothing")
                    .isEqualTo(1);
            time.advance(Duration.ofSeconds(1));

            assertThat(told).hasValue(1);
        }
    }

    @Test
    void aRefusalBelowTheLimitSaysWhyTheMemberIsFullAllTheSame() {
        SaidHeap heap = new SaidHeap();
        try (HeapWatch watch = new HeapWatch("a", heap, 80, time)) {
            watch.start(news -> {});
            heap.hold(82);
            assertThat(watch.refusal(new Growth(true, 10, 0)))
                    .contains("is full: 82 %")
                    .doesNotContain("stays full");

            heap.hold(78);

            assertThat(watch.refusal(new Growth(true, 10, 0)))
                    .as("at less than its limit it is full because it was")
                    .contains(
                            "is full: 78 % of 100 MiB", "heap-limit=80%, and it stays full until it is below 77%; new");
            heap.hold(76);
            assertThat(watch.refusal(new Growth(true, 10, 0))).isNull();
        }
    }

    /** Of a member that has left no slot has a copy, so it is never asked about again. */
    @Test
    void whatAFullMemberHasSaidIsForgottenAlsoWhenItHasLeft() {
        try (HeapWatch watch = new HeapWatch("a", new SaidHeap(), 80, time)) {
            watch.start(news -> {});
            watch.heard(new UUID(1, 1), new HeapWatch.FullMember(false, "full", 0));
            time.advance(Duration.ofSeconds(10));
            assertThat(watch.hasFullOthers()).isTrue();

            time.advance(Duration.ofSeconds(10));

            assertThat(watch.hasFullOthers()).isFalse();
        }
    }
}
