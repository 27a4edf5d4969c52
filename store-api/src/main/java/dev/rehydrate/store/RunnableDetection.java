// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals owners of a host type when an instance of theirs wants to run (contract §4.4): by polling, at the next due time
 * that is known, and as soon as one is announced.
 */
final class RunnableDetection {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final StoreRuntime store;
    private final TimeSource time;
    private @Nullable Instant plannedFor;
    private TimeSource.Cancellable planned = () -> {};
    private boolean closed;

    RunnableDetection(StoreRuntime store) {
        this.store = store;
        this.time = store.plainTime();
    }

    CompletableFuture<Void> look() {
        List<CompletableFuture<Void>> looks = List.copyOf(store.owners()).stream()
                .filter(owner -> owner.description().hostType() != null && !owner.isLost())
                .map(this::look)
                .toList();
        return CompletableFuture.allOf(looks.toArray(CompletableFuture[]::new));
    }

    /** An instance wants to run: now, or at a time to which the next look is moved forward. */
    void announced(Instant dueAt) {
        synchronized (this) {
            boolean later = plannedFor != null && !dueAt.isBefore(plannedFor);
            if (closed || later) {
                return;
            }
            planned.cancel();
            plannedFor = dueAt;
            Duration delay = Duration.between(store.engine().now(), dueAt);
            planned = time.schedule(delay, this::lookAsPlanned);
        }
    }

    synchronized void close() {
        closed = true;
        planned.cancel();
    }

    private void lookAsPlanned() {
        synchronized (this) {
            plannedFor = null;
        }
        look().exceptionally(failure -> {
            LOG.warn("will look for runnable instances again later", SafeText.failure(failure));
            return null;
        });
    }

    private CompletableFuture<Void> look(LocalOwner owner) {
        OwnerDescription description = owner.description();
        String hostType = Objects.requireNonNull(description.hostType());
        SlotScan scan = new SlotScan.ToRun(
                hostType, description.definitions(), store.watch().expiredOwners());
        // Read before the scan: what becomes due while it runs is then planned for, if it was not found.
        Instant lookedAt = store.engine().now();
        return store.engine()
                .scan(scan, 1)
                .thenAccept(found -> {
                    if (!found.isEmpty()) {
                        owner.events().signal(StoreEvent.HAS_RUNNABLE);
                    }
                })
                .thenCompose(looked -> store.engine().nextDue(hostType, lookedAt))
                .thenAccept(next -> next.ifPresent(this::announced))
                .toCompletableFuture();
    }
}
