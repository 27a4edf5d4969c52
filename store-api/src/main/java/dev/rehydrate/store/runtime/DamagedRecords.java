// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.waiting.RecentInstances;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes over damaged records where a store looks at many instances: an index finds a record whose values no operation can read, each
 * time anew. A repetition does not help, and those behind it must not wait for it. The log tells of each once an hour.
 */
public final class DamagedRecords {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final Duration TOLD_FOR = Duration.ofHours(1);
    private static final int MOST_TOLD = 1_000;

    private final RecentInstances told;

    DamagedRecords(TimeSource time) {
        this.told = new RecentInstances(time::nanoTime, TOLD_FOR, MOST_TOLD);
    }

    /** Completes normally if a step fails because what it works on is damaged. Other failures stay what they are. */
    public CompletableFuture<?> passOver(SlotAddress at, CompletionStage<?> step) {
        return step.handle((done, failure) -> failure)
                .thenCompose(failure -> failure == null || leavesOut(at, failure)
                        ? CompletableFuture.<@Nullable Void>completedFuture(null)
                        : CompletableFuture.failedFuture(failure))
                .toCompletableFuture();
    }

    /** Leaves a record out, and logs it, if a failure says that it is damaged; returns whether it does. */
    public boolean leavesOut(SlotAddress at, Throwable failure) {
        if (!Failures.isCorrupt(failure)) {
            return false;
        }
        if (!told.has(at.instance())) {
            told.note(at.instance());
            LOG.warn(
                    "left out a damaged record, which an administrator has to restore or discard (rehydrate instances discard-damaged): instance={} {}",
                    at.instance(),
                    SafeText.line(Failures.unwrap(failure).getMessage()));
        }
        return true;
    }
}
