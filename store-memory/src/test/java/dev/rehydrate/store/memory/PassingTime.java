// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Time that passes while a call waits, and stands still otherwise: a machine that stops for a while takes nothing of the time that a call has.
 */
final class PassingTime extends ForwardingTime {

    private final ManualTime time;

    PassingTime() {
        this(ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z")));
    }

    private PassingTime(ManualTime time) {
        super(time);
        this.time = time;
    }

    @Override
    public void beforeBlocking(CompletableFuture<?> answer, Supplier<String> what) {
        while (!answer.isDone() && !Thread.currentThread().isInterrupted()) {
            time.advance(
                    time.untilNextTask().orElseThrow(() -> new IllegalStateException("nothing ends " + what.get())));
        }
    }
}
