// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a store does without being asked: its owners beat, it watches the owners of others, and it sweeps. */
final class MaintenanceTasks {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final StoreRuntime store;
    private final TimeSource time;
    private final RunnableDetection detection;
    private final Sweeping sweeping;
    private volatile boolean closed;

    MaintenanceTasks(StoreRuntime store) {
        this.store = store;
        this.time = store.plainTime();
        this.detection = new RunnableDetection(store);
        this.sweeping = new Sweeping(store);
    }

    void start() {
        StoreOptions options = store.options();
        Duration third = options.lease().dividedBy(3);
        store.engine().onAnnouncement(this::heard);
        store.engine().onDataLoss(store.listeners()::dataLost);
        every(
                third,
                List.of(
                        new Task("judge the own leases", this::judgeOwnLeases),
                        new Task("beat", this::beat),
                        new Task("watch", () -> store.watch().look().thenCompose(looked -> tellOfExpired()))));
        sweeping.start();
        every(options.detectionPeriod(), List.of(new Task("detect runnable instances", detection::poll)));
    }

    private void heard(Announcement news) {
        if (news instanceof Announcement.MayRun mayRun) {
            detection.announced(mayRun.dueAt());
        } else if (news instanceof Announcement.Wanted wanted) {
            store.releaseNews().wanted(wanted.instance());
        } else if (news instanceof Announcement.Released released) {
            store.releaseNews().released(released.instance());
        }
    }

    void close() {
        closed = true;
        store.releaseNews().close();
        detection.close();
        sweeping.close();
    }

    /** What has the same period begins at once: where hundreds of stores are idle, each wakes its threads once for all tasks. */
    private void every(Duration period, List<Task> tasks) {
        time.schedule(store.watch().roster().spread(period), () -> {
            if (!closed) {
                every(period, tasks);
                tasks.forEach(Task::begin);
            }
        });
    }

    /** A task that still runs is not begun again, so that a slow store is never asked twice at once. The others do not wait for it. */
    private static final class Task {

        private final String name;
        private final Supplier<CompletionStage<?>> work;
        private final AtomicBoolean running = new AtomicBoolean();

        Task(String name, Supplier<CompletionStage<?>> work) {
            this.name = name;
            this.work = work;
        }

        void begin() {
            if (running.compareAndSet(false, true)) {
                var unused = run().whenComplete((done, failure) -> running.set(false));
            }
        }

        private CompletableFuture<?> run() {
            CompletableFuture<?> started;
            try {
                started = work.get().toCompletableFuture();
            } catch (RuntimeException | Error failure) {
                // What runs out of stack or memory once is not given up for ever: without beats all owners of this
                // process
                // are lost.
                started = CompletableFuture.failedFuture(failure);
            }
            return started.exceptionally(failure -> {
                LOG.warn("housekeeping will try again later: could not {}", name, SafeText.failure(failure));
                return null;
            });
        }
    }

    /** An owner whose beats are never answered is told of its loss all the same. */
    private CompletableFuture<Void> judgeOwnLeases() {
        store.owners().forEach(LocalOwner::isLost);
        return CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> beat() {
        return all(List.copyOf(store.owners()).stream().map(this::beat).toList());
    }

    private CompletableFuture<?> beat(LocalOwner owner) {
        if (owner.isLost()) {
            store.remove(owner);
            // Stores that share the watching out share the search for what it held, too, and find it by its record.
            CompletionStage<Void> ended = store.watch().isShared()
                    ? store.engine().expireOwner(owner.id())
                    : store.engine().removeOwner(owner.id());
            return ended.toCompletableFuture();
        }
        long sentAt = time.nanoTime();
        return store.engine()
                .beat(owner.id(), owner.lease().nextBeat())
                .thenAccept(known -> afterBeat(owner, sentAt, known))
                .toCompletableFuture();
    }

    /** Stores that share the watching out rely on each other. */
    private CompletableFuture<Void> tellOfExpired() {
        return all(store.watch().takeNews().stream()
                .map(owner -> store.engine().expireOwner(owner).toCompletableFuture())
                .toList());
    }

    private void afterBeat(LocalOwner owner, long sentAt, boolean known) {
        if (known) {
            owner.lease().proven(sentAt);
        } else {
            owner.lose();
            store.remove(owner);
        }
    }

    private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> tasks) {
        return CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new));
    }
}
