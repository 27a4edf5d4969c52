// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RetriesTest {

    private static final int DRAWS = 2000;
    private static final int SPINS = 200;

    private final AtomicInteger drawing = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final RandomGenerator random = new RandomGenerator() {
        @Override
        public long nextLong() {
            most.accumulateAndGet(drawing.incrementAndGet(), Math::max);
            for (int i = 0; i < SPINS; i++) {
                Thread.onSpinWait();
            }
            drawing.decrementAndGet();
            return 0;
        }
    };
    private final Retries retries =
            new Retries(ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z")), Duration.ofSeconds(5), random);

    @Test
    void lanesDoNotDrawAtTheSameTime() throws InterruptedException {
        List<Thread> lanes = Stream.generate(() -> new Thread(() -> {
                    for (int i = 0; i < DRAWS; i++) {
                        retries.later(1, 1, () -> {});
                    }
                }))
                .limit(3)
                .toList();
        lanes.forEach(Thread::start);
        for (Thread lane : lanes) {
            lane.join();
        }

        assertThat(most).hasValue(1);
        assertThat(retries.paused()).isEqualTo(3 * DRAWS);
    }

    @Test
    void patienceEndsSoLongAfterACommandWasSubmitted() {
        ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
        Retries impatient = new Retries(time, Duration.ofSeconds(5), random);
        time.advance(Duration.ofHours(1));
        long since = impatient.now();

        time.advance(Duration.ofSeconds(5));
        assertThat(impatient.isOver(since)).isFalse();

        time.advance(Duration.ofNanos(1));
        assertThat(impatient.isOver(since)).isTrue();
    }

    @Test
    void patienceMayBeForEver() {
        ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
        Retries patient = new Retries(time, ChronoUnit.FOREVER.getDuration(), random);
        long since = patient.now();

        time.advance(Duration.ofDays(3650));

        assertThat(patient.isOver(since)).isFalse();
    }
}
