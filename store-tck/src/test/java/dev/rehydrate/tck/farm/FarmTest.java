// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How the kit waits for an answer while time stands still. */
class FarmTest {

    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final ManualTime time = ManualTime.startingAt(START);
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    @Test
    void timeIsMovedForAnAnswerThatPauses() {
        time.schedule(PAUSE, () -> answer.complete("there"));

        assertThat(farm(() -> {}).await(answer)).isEqualTo("there");
        assertThat(time.instant()).isEqualTo(START.plus(PAUSE));
    }

    @Test
    void timeStandsStillForAnAnswerThatCameWhileItWasAskedWhetherOneIsUnderWay() {
        time.schedule(PAUSE, () -> {});

        assertThat(farm(() -> answer.complete("there")).await(answer)).isEqualTo("there");
        assertThat(time.instant()).isEqualTo(START);
    }

    private Farm farm(Runnable whenAsked) {
        return new Farm(new AskedFixture(time, whenAsked), new Scale(1, Duration.ofSeconds(30), 0, 1));
    }

    /**
     * Has no stores, and is always idle, from the moment at which it is asked.
     *
     * @param time the time
     * @param whenAsked what happens just before it says so
     */
    private record AskedFixture(ManualTime time, Runnable whenAsked) implements StoreFixture {

        @Override
        public boolean isIdle() {
            whenAsked.run();
            return true;
        }

        @Override
        public InstanceStore open(StoreOptions options) {
            throw new UnsupportedOperationException("nothing is stored here");
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
