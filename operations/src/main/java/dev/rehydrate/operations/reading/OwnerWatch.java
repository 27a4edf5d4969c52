// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.reading;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.inspection.OwnerSighting;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Watches the heartbeats of owners. A store that was opened just now has seen no heartbeat move yet, and so cannot tell an
 * owner that lives from one that died; a lease is judged by watching, not by comparing two clocks.
 */
public final class OwnerWatch {

    private static final Duration PAUSE = Duration.ofMillis(250);
    /** If the pause lasts longer than this, time does not pass. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final StoreReader reader;
    private final TimeSource time;

    /**
     * Watches through a reader.
     *
     * @param reader reads the owners
     * @param time the time source of its store
     */
    public OwnerWatch(StoreReader reader, TimeSource time) {
        this.reader = reader;
        this.time = time;
    }

    /**
     * Waits until each of some owners was seen to live or has expired.
     *
     * @param owners the owners
     * @param most how long to wait at most; zero only looks
     * @return the owners of which it is not known
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store does not answer
     */
    public Set<OwnerId> await(Set<OwnerId> owners, Duration most) {
        long began = time.nanoTime();
        Map<OwnerId, Duration> unmoved = new HashMap<>();
        Set<OwnerId> unknown = new HashSet<>(owners);
        look(unknown, unmoved);
        while (!unknown.isEmpty() && time.nanoTime() - began < most.toNanos() && pause()) {
            look(unknown, unmoved);
        }
        return unknown;
    }

    /** A heartbeat has moved if the time for which it has not is shorter than it was. */
    private void look(Set<OwnerId> unknown, Map<OwnerId, Duration> unmoved) {
        Set<OwnerId> undecided = new HashSet<>();
        for (OwnerSighting owner : reader.owners()) {
            Duration before = unmoved.put(owner.id(), owner.unmoved());
            boolean moved = before != null && owner.unmoved().compareTo(before) < 0;
            if (!owner.expired() && !moved) {
                undecided.add(owner.id());
            }
        }
        unknown.retainAll(undecided);
    }

    private boolean pause() {
        CompletableFuture<Void> over = new CompletableFuture<>();
        time.schedule(PAUSE, () -> over.complete(null));
        time.beforeBlocking(over, () -> "the heartbeats of owners");
        try {
            over.get(LONGEST_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException cannotBe) {
            return false;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
