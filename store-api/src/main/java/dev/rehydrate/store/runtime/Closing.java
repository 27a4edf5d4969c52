// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.StoreDependent;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.waiting.Callbacks;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a store, in its order: the dependents first, while commands can still be given, then the store itself. It happens
 * once; a second caller waits for the first, because the hook of an application and the hook of the store run at the same time,
 * and the process ends when both have returned.
 */
public final class Closing {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final Runnable closeStore;
    private final Duration longest;
    private final Set<StoreDependent> dependents = new LinkedHashSet<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private boolean begun;
    private volatile @Nullable Thread closer;

    public Closing(Runnable closeStore) {
        this(closeStore, StoreDependent.LONGEST_END);
    }

    Closing(Runnable closeStore, Duration longest) {
        this.closeStore = closeStore;
        this.longest = longest;
    }

    /**
     * Registers a dependent.
     *
     * @throws IllegalStateException if the store is closed or being closed
     */
    public StoreDependent.Registration register(StoreDependent dependent) {
        synchronized (this) {
            if (begun) {
                throw new IllegalStateException("the store is closed");
            }
            dependents.add(dependent);
        }
        return () -> {
            synchronized (this) {
                dependents.remove(dependent);
            }
        };
    }

    /** Ends the dependents and the store, or waits for the call that does; returns at once where that would wait for itself. */
    public void close() {
        boolean first;
        List<StoreDependent> present;
        synchronized (this) {
            first = !begun;
            begun = true;
            present = List.copyOf(dependents);
        }
        boolean waits = !isWaitedFor(present);
        if (!first) {
            if (waits) {
                await(closed, null);
            }
        } else if (waits) {
            run(present);
        } else {
            new Thread(() -> run(present), "rehydrate-close").start();
        }
    }

    private boolean isWaitedFor(List<StoreDependent> present) {
        return Callbacks.isRunningOnThisThread()
                || closer == Thread.currentThread()
                || present.stream().anyMatch(StoreDependent::isWorkingOnThisThread);
    }

    private void run(List<StoreDependent> present) {
        closer = Thread.currentThread();
        try {
            endAll(present);
            closeStore.run();
        } finally {
            closer = null;
            closed.complete(null);
        }
    }

    private void endAll(List<StoreDependent> present) {
        if (present.isEmpty()) {
            return;
        }
        List<CompletableFuture<?>> ends = new ArrayList<>();
        for (StoreDependent dependent : present) {
            ends.add(end(dependent));
        }
        await(CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)), longest);
    }

    private static CompletableFuture<?> end(StoreDependent dependent) {
        try {
            return dependent.end().toCompletableFuture();
        } catch (RuntimeException | Error broken) {
            return CompletableFuture.failedFuture(broken);
        }
    }

    private static void await(CompletableFuture<?> end, @Nullable Duration most) {
        try {
            awaitAlsoInterrupted(end, most);
        } catch (TimeoutException late) {
            LOG.warn(
                    "a host did not end within {} and the store is closed all the same; what the host has not saved stays as"
                            + " it was saved last",
                    most);
        } catch (ExecutionException failed) {
            LOG.warn("a host did not end well, the store is closed all the same", SafeText.failure(failed));
        }
    }

    /** An interruption is kept for later: what is not saved or given back now is lost, or stays for a lease. */
    static void awaitAlsoInterrupted(CompletableFuture<?> end, @Nullable Duration most)
            throws ExecutionException, TimeoutException {
        boolean interrupted = false;
        long until = TimeSource.system().nanoTime() + (most == null ? Long.MAX_VALUE / 2 : most.toNanos());
        try {
            while (true) {
                try {
                    end.get(until - TimeSource.system().nanoTime(), TimeUnit.NANOSECONDS);
                    return;
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
