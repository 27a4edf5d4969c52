// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** What a store does without being asked: its owners beat, it watches the owners of others, and it sweeps. */
public final class MaintenanceTasks {

    /** A tenth of a period early is early enough to run at once with the tasks of other stores of the process. */
    static final int SLACK = 10;

    private final StoreRuntime store;
    private final TimeSource time;
    private final RunnableDetection detection;
    private final Sweeping sweeping;
    private final MergedKeys mergedKeys;
    private final Task ending = new Task("end lost owners", this::endLost);
    /** Lost and removed here, and not yet ended in the storage. */
    private final Queue<OwnerId> lost = new ConcurrentLinkedQueue<>();

    private final RepeatedWork lease = new RepeatedWork();
    private final RepeatedWork detections = new RepeatedWork();

    private volatile boolean closed;

    public MaintenanceTasks(StoreRuntime store) {
        this.store = store;
        this.time = store.plainTime();
        this.detection = new RunnableDetection(store);
        this.sweeping = new Sweeping(store);
        this.mergedKeys = new MergedKeys(store);
    }

    /** Begins all tasks. */
    public void start() {
        StoreOptions options = store.options();
        Duration third = options.lease().dividedBy(3);
        store.engine().onAnnouncement(this::heard);
        store.engine().onDataLoss(store.listeners()::dataLost);
        store.engine().onMerge(mergedKeys::merged);
        every(lease, third, tasksOfTheLease());
        sweeping.start();
        every(detections, options.detectionPeriod(), List.of(new Task("detect runnable instances", detection::poll)));
    }

    /** Others are told in a task of its own: what it waits for must not keep the next beat back. */
    private List<Task> tasksOfTheLease() {
        Task judging = new Task("judge the own leases", this::judgeOwnLeases);
        Task telling = new Task("tell of expired owners", this::tellOfExpired);
        if (store.engine().beatsAndWatches()) {
            Supplier<CompletionStage<?>> both = () -> beatAndLook().thenRun(telling::begin);
            return List.of(judging, new Task("beat and watch", both));
        }
        return List.of(
                judging,
                new Task("beat", this::beat),
                new Task("watch", () -> store.watch().look().thenRun(telling::begin)));
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

    /** Ends all tasks; those that run come to their end. */
    public void close() {
        closed = true;
        lease.end();
        detections.end();
        store.releaseNews().close();
        detection.close();
        sweeping.close();
        mergedKeys.close();
    }

    /** What has the same period begins at once: where hundreds of stores are idle, each wakes its threads once for all tasks. */
    private void every(RepeatedWork work, Duration period, List<Task> tasks) {
        work.next(() -> time.schedule(period, period.dividedBy(SLACK), () -> {
            if (!closed) {
                every(work, period, tasks);
                tasks.forEach(Task::begin);
                goOn();
            }
        }));
    }

    /** Schedules what could not be scheduled when it was its time, as when memory was short for a moment. */
    public void goOn() {
        lease.goOn();
        detections.goOn();
        sweeping.goOn();
    }

    /** A task that still runs is not begun again, so that a slow store is never asked twice at once. The others do not wait for it. */
    private final class Task {

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
                StoreLog.notDone(name, Failures.unwrap(failure), closed);
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
        removeLost();
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (LocalOwner owner : store.owners()) {
            long sentAt = time.nanoTime();
            calls.add(store.engine()
                    .beat(owner.id(), owner.lease().nextBeat())
                    .thenAccept(known -> afterBeat(owner, sentAt, known))
                    .toCompletableFuture());
        }
        return all(calls);
    }

    /** The beats count from before the call, as if each were sent alone, and the look from before it as well. */
    private CompletableFuture<Void> beatAndLook() {
        removeLost();
        List<LocalOwner> owners = List.copyOf(store.owners());
        if (owners.isEmpty()) {
            return store.watch().look().toCompletableFuture();
        }
        Map<OwnerId, Long> beats = new HashMap<>();
        owners.forEach(owner -> beats.put(owner.id(), owner.lease().nextBeat()));
        long sentAt = time.nanoTime();
        return store.watch()
                .look((watched, roster) -> store.engine()
                        .beatAndWatch(beats, watched, roster)
                        .thenApply(answer -> {
                            // What a listener does at a loss must not cost the leases that are well.
                            afterBeats(owners, sentAt, answer.refused(), true);
                            afterBeats(owners, sentAt, answer.refused(), false);
                            return answer.news();
                        }))
                .toCompletableFuture();
    }

    /** Before each beat: a lost owner must not beat. The storage is told in a task of its own, for which no beat waits. */
    private void removeLost() {
        store.owners().stream().filter(LocalOwner::isLost).toList().forEach(owner -> {
            lost.add(owner.id());
            store.remove(owner);
        });
        if (!lost.isEmpty()) {
            ending.begin();
        }
    }

    /**
     * The record stays until nothing refers to the owner: of a store that has not looked since the owner came, nothing else tells that there is
     * something to take over.
     */
    private CompletableFuture<Void> endLost() {
        List<CompletableFuture<Void>> calls = new ArrayList<>();
        for (OwnerId owner = lost.poll(); owner != null; owner = lost.poll()) {
            calls.add(store.engine().expireOwner(owner).toCompletableFuture());
        }
        return all(calls);
    }

    /** Stores that share the watching out rely on each other. */
    private CompletableFuture<Void> tellOfExpired() {
        return all(store.watch().takeNews().stream()
                .map(owner -> store.engine().expireOwner(owner).toCompletableFuture())
                .toList());
    }

    private void afterBeats(List<LocalOwner> owners, long sentAt, Set<OwnerId> refused, boolean known) {
        owners.stream()
                .filter(owner -> refused.contains(owner.id()) != known)
                .forEach(owner -> afterBeat(owner, sentAt, known));
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
