// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import dev.rehydrate.tck.ForwardingTime;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Time that passes while a command watches owners, and stands still otherwise. */
final class PassingTime extends ForwardingTime {

    private final ManualTime time;

    PassingTime(ManualTime time) {
        super(time);
        this.time = time;
    }

    @Override
    public void beforeBlocking(CompletableFuture<?> answer, Supplier<String> what) {
        if (what.get().equals("the heartbeats of owners")) {
            time.advance(Duration.ofMillis(250));
        }
    }
}
