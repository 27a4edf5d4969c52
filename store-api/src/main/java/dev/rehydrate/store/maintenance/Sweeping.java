// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.SweepAnswer;
import dev.rehydrate.slot.operation.SweepSlot;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.liveness.Roster;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runnable.HostShare;
import dev.rehydrate.store.runtime.Failures;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.store.waiting.AsyncLoop;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Evicts idle instances whose time to live has ended, purges ended ones after their retention, and removes remembered commands and expired owners. In each sweep period
 * this store looks once at every part of the slots that is its own to sweep, the parts one after the other and spread over the
 * period, and removes all that it finds there, however much that is (decision record 69).
 */
final class Sweeping {

    /** One look at a part finds so many; there is another look while it finds as many. */
    static final int FOUND_AT_ONCE = 10_000;

    /** A command waits at most for so many removals on its partition thread, some hundred microseconds. */
    static final int UNDER_WAY = 32;

    /** The parts of a store are looked at in so many portions, between which it waits. */
    static final int PORTIONS = 6;

    /** One of many stores, with nothing to sweep, asks again after so many periods. */
    static final int RARELY = 4;

    /** So many stores look whether anything refers to an expired owner. */
    private static final int FORGET_AN_OWNER = 2;

    private final StoreRuntime store;
    private final TimeSource time;
    private final DanglingClaims dangling;
    private final UnknownHolders unknown;
    private final RepeatedWork work = new RepeatedWork();
    private volatile boolean closed;
    /** In so many rounds this store does not ask for its share, which was empty. */
    private final AtomicInteger unasked = new AtomicInteger();

    Sweeping(StoreRuntime store) {
        this.store = store;
        this.time = store.plainTime();
        this.dangling = new DanglingClaims(store);
        this.unknown = new UnknownHolders(store);
    }

    void start() {
        schedule(periodNanos());
    }

    void goOn() {
        work.goOn();
    }

    void close() {
        closed = true;
        work.end();
    }

    private void round() {
        if (closed) {
            return;
        }
        Round round = new Round(time.nanoTime(), periodNanos());
        var unused = round.run().whenComplete((done, failure) -> {
            if (failure == null) {
                store.pulse().swept();
            } else {
                StoreLog.notDone("sweep", Failures.unwrap(failure), closed);
            }
            schedule(round.untilNext());
        });
    }

    private void schedule(long nanos) {
        work.next(() ->
                time.schedule(Duration.ofNanos(nanos), Duration.ofNanos(nanos / MaintenanceTasks.SLACK), this::round));
    }

    /** A period can be 'for ever'. */
    private long periodNanos() {
        Duration period = store.options().sweepPeriod();
        return period.compareTo(Duration.ofNanos(Long.MAX_VALUE)) < 0 ? period.toNanos() : Long.MAX_VALUE;
    }

    /** One look at each part. A part that fails does not keep the others from being swept. */
    private final class Round {

        private final long startedAt;
        private final long period;
        private List<Integer> parts = List.of();
        private int next;
        private volatile @Nullable Throwable failure;

        Round(long startedAt, long period) {
            this.startedAt = startedAt;
            this.period = period;
        }

        CompletableFuture<Void> run() {
            return asked().thenCompose(own -> {
                        parts = own;
                        return AsyncLoop.whileTrue(this::step);
                    })
                    .thenCompose(swept -> ended());
        }

        private CompletableFuture<Void> ended() {
            Throwable failed = failure;
            return failed == null
                    ? forgetDead().thenCompose(forgotten -> unknown.sweep(closed ? Set.of() : Set.copyOf(parts)))
                    : CompletableFuture.failedFuture(failed);
        }

        /** Where there are many stores, one that has nothing to sweep asks rarely: of all of them, some ask in each period. */
        private CompletableFuture<List<Integer>> asked() {
            boolean waits = unasked.getAndUpdate(rounds -> Math.max(0, rounds - 1)) > 0;
            if (waits && store.watch().isShared()) {
                return CompletableFuture.completedFuture(List.of());
            }
            return ask().thenApply(own -> {
                unasked.set(own.isEmpty() ? RARELY - 1 : 0);
                return own;
            });
        }

        private CompletableFuture<List<Integer>> ask() {
            try {
                return store.engine()
                        .partsToSweep(store.options().sweepPeriod())
                        .toCompletableFuture();
            } catch (RuntimeException | Error notAsked) {
                return CompletableFuture.failedFuture(notAsked);
            }
        }

        /** The first portion is looked at at once, the last one a portion of the period before the next round. */
        private CompletableFuture<Boolean> step() {
            if (next >= parts.size() || closed) {
                return CompletableFuture.completedFuture(false);
            }
            int part = parts.get(next);
            int portions = Math.min(PORTIONS, parts.size());
            int portion = (int) ((long) next * portions / parts.size());
            long wait = startedAt + period / portions * portion - time.nanoTime();
            next++;
            return waited(wait).thenCompose(now -> clear(part)).handle((cleared, failed) -> {
                failure = failed == null ? failure : failed;
                return true;
            });
        }

        private CompletableFuture<Void> waited(long nanos) {
            CompletableFuture<Void> over = new CompletableFuture<>();
            if (nanos <= 0) {
                over.complete(null);
            } else {
                work.next(() -> time.schedule(Duration.ofNanos(nanos), () -> over.complete(null)));
            }
            return over;
        }

        long untilNext() {
            return Math.max(0, startedAt + period - time.nanoTime());
        }
    }

    private CompletableFuture<Void> clear(int part) {
        SweepSlot sweep = new SweepSlot(
                store.watch().expiredOwners(),
                store.options().memoryRetention(),
                store.options().endRetention());
        Part work = new Part(part, sweep);
        return AsyncLoop.whileTrue(work::someMore).thenCompose(cleared -> dangling.sweep(part));
    }

    /** The removals in one part. */
    private final class Part {

        private final int number;
        private final SweepSlot sweep;
        private Set<SlotAddress> last = Set.of();

        Part(int number, SweepSlot sweep) {
            this.number = number;
            this.sweep = sweep;
        }

        CompletableFuture<Boolean> someMore() {
            return store.engine()
                    .scanPart(number, new SlotScan.Sweepable(sweep), FOUND_AT_ONCE)
                    .thenCompose(found -> {
                        Set<SlotAddress> some = new HashSet<>(found);
                        // What is found again and again is not removed: by another clock it is not over yet.
                        boolean more = found.size() == FOUND_AT_ONCE && !some.equals(last);
                        last = some;
                        return remove(found).thenApply(removed -> more);
                    })
                    .toCompletableFuture();
        }

        private CompletableFuture<Void> remove(List<SlotAddress> found) {
            int[] from = {0};
            return AsyncLoop.whileTrue(() -> {
                List<SlotAddress> some = found.subList(from[0], Math.min(found.size(), from[0] + UNDER_WAY));
                from[0] += some.size();
                CompletableFuture<?>[] removals = some.stream()
                        .map(at -> store.damaged().passOver(at, sweep(at, sweep)))
                        .toArray(CompletableFuture[]::new);
                return CompletableFuture.allOf(removals).thenApply(removed -> from[0] < found.size());
            });
        }
    }

    private CompletableFuture<?> sweep(SlotAddress at, SweepSlot sweep) {
        return store.engine()
                .apply(at, sweep)
                .thenCompose(reply -> {
                    Reply.Done<SweepAnswer> done = (Reply.Done<SweepAnswer>) reply;
                    SweepAnswer answer = done.answer();
                    if (answer.removed() == null) {
                        return CompletableFuture.<Void>completedFuture(null);
                    }
                    if (done.events().contains(DecisionEvent.EXPIRED)) {
                        store.listeners().expired(answer.removed(), answer.droppedKeys());
                    }
                    InstanceId removed = answer.removed();
                    return store.dropClaims(removed, answer.droppedKeys(), answer.claimEpoch())
                            .thenRun(() -> store.releaseNews().gaveUp(removed));
                })
                .toCompletableFuture();
    }

    /** The record of an expired owner stays until nothing refers to it, so that its expiry need not be detected again. */
    private CompletableFuture<Void> forgetDead() {
        if (store.watch().expiredOwners().isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Roster roster = store.watch().roster();
        HostShare share = HostShare.of(
                roster.ring(), store.owners().stream().map(LocalOwner::id).toList());
        return CompletableFuture.allOf(store.watch().expiredOwners().stream()
                .filter(owner -> isOurs(owner, roster, share))
                .map(this::forgetIfUnused)
                .toArray(CompletableFuture[]::new));
    }

    /** The others see that the record is gone. What has no record any more each store finds out for itself. */
    private static boolean isOurs(OwnerId owner, Roster roster, HostShare share) {
        return !roster.owners().containsKey(owner) || share.distance(owner.low()) < FORGET_AN_OWNER;
    }

    private CompletableFuture<?> forgetIfUnused(OwnerId owner) {
        return store.engine()
                .scan(new SlotScan.HeldBy(owner), 1)
                .thenCompose(held -> held.isEmpty() ? forget(owner) : CompletableFuture.<Void>completedFuture(null))
                .toCompletableFuture();
    }

    private CompletionStage<Void> forget(OwnerId owner) {
        return store.engine().removeOwner(owner).thenRun(() -> store.watch().forget(owner));
    }
}
