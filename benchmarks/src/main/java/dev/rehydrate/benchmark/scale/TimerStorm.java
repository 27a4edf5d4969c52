// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.report.ResultRow;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Ten thousand instances of two host types whose timers are due at one moment: how many run in a second, and how long messages to
 * other instances take meanwhile.
 */
final class TimerStorm implements AutoCloseable {

    private static final int DUE_AT_ONCE = 10_000;
    private static final int WARM_UP = 4_000;
    private static final int OTHERS = 500;
    private static final int IN_FLIGHT = 64;
    private static final int MESSAGES_PER_SECOND = 100;
    private static final double GOAL_PER_SECOND = 2_000;
    private static final double GOAL_P99 = 10;
    private static final double GOAL_FAIR = 1.5;
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The state of an instance. */
    public record Job(String id, int fired) {}

    /** Every message. */
    public record Wish(String id, Instant at) {}

    private final InstanceStore store;
    private final String where;
    private final List<Kind> kinds;
    private final ConcurrentLinkedQueue<Long> firedAt = new ConcurrentLinkedQueue<>();
    private int schedules;

    /**
     * Starts the hosts.
     *
     * @param store takes values of Jackson; closed by the caller, after this
     * @param where the section
     */
    TimerStorm(InstanceStore store, String where) {
        this.store = store;
        this.where = where;
        this.kinds = List.of(new Kind("first"), new Kind("second"));
    }

    void measure(Results results) {
        storm(WARM_UP);
        messages(TimeUnit.SECONDS.toNanos(3));
        List<Long> quiet = messages(TimeUnit.SECONDS.toNanos(5));
        List<Storm> all = List.of(storm(DUE_AT_ONCE), storm(DUE_AT_ONCE));
        all.forEach(each -> each.print(results, quiet));
    }

    /** A host type with its host. */
    private final class Kind {

        private final Operation<Job, Wish, String> fire;
        private final Operation<Job, Wish, String> plan;
        private final Operation<Job, Wish, String> touch;
        private final WorkflowHost host;
        private final ConcurrentLinkedQueue<Long> fired = new ConcurrentLinkedQueue<>();

        private Kind(String name) {
            Correlation<Wish> byId = Correlation.<Wish>content(name).part("Id", Wish::id);
            fire = Operation.mustExist("Fire", Wish.class)
                    .correlatedBy(byId)
                    .<Job, String>handledBy((turn, job, wish) -> {
                        long now = System.nanoTime();
                        firedAt.add(now);
                        fired.add(now);
                        turn.become(
                                new Job(wish.id(), Objects.requireNonNull(job).fired() + 1));
                        return "";
                    });
            plan = Operation.createOrGet("Plan", Wish.class)
                    .correlatedBy(byId)
                    .<Job, String>handledBy((turn, job, wish) -> {
                        turn.become(job == null ? new Job(wish.id(), 0) : job);
                        turn.scheduleAt("due", wish.at(), fire, wish);
                        return "";
                    });
            touch = Operation.createOrGet("Touch", Wish.class)
                    .correlatedBy(byId)
                    .<Job, String>handledBy((turn, job, wish) -> {
                        turn.become(new Job(wish.id(), job == null ? 0 : job.fired() + 1));
                        return "";
                    });
            WorkflowDefinition<Job> definition =
                    WorkflowDefinition.of(name, "1", Job.class).with(fire, plan, touch);
            host = WorkflowHost.builder(store)
                    .owner(OwnerDescription.ofType(name))
                    .definition(definition)
                    .timeToUnload(Duration.ZERO)
                    .start();
        }
    }

    private Storm storm(int count) {
        schedules++;
        Instant dueAt = store.now().plusSeconds(12);
        Semaphore room = new Semaphore(IN_FLIGHT);
        for (int i = 0; i < count; i++) {
            Kind kind = kinds.get(i % kinds.size());
            room.acquireUninterruptibly();
            var unused = kind.host
                    .callAsync(kind.plan, new Wish(schedules + "-" + i, dueAt), CallOptions.DEFAULT)
                    .whenComplete((reply, failure) -> room.release());
        }
        room.acquireUninterruptibly(IN_FLIGHT);
        firedAt.clear();
        kinds.forEach(kind -> kind.fired.clear());
        LockSupport.parkNanos(Duration.between(store.now(), dueAt).toNanos());
        long begun = System.nanoTime();
        List<Long> micros = new ArrayList<>();
        while (firedAt.size() < count && System.nanoTime() - begun < PATIENCE_NANOS) {
            micros.addAll(messages(TimeUnit.MILLISECONDS.toNanos(200)));
        }
        return new Storm(
                where,
                begun,
                count,
                firedAt.stream().sorted().toList(),
                kinds.stream().map(kind -> lastOf(kind.fired)).toList(),
                micros);
    }

    private static long lastOf(ConcurrentLinkedQueue<Long> times) {
        return times.stream().mapToLong(Long::longValue).max().orElse(Long.MAX_VALUE);
    }

    /** Sends messages at an even pace, whether the earlier ones are answered or not, and waits for the answers. */
    private List<Long> messages(long nanos) {
        List<CompletableFuture<Long>> sent = new ArrayList<>();
        long begun = System.nanoTime();
        long pause = TimeUnit.SECONDS.toNanos(1) / MESSAGES_PER_SECOND;
        for (long at = begun; at - begun < nanos; at += pause) {
            LockSupport.parkNanos(at - System.nanoTime());
            Kind kind = kinds.get(sent.size() % kinds.size());
            Wish wish = new Wish("other-" + (sent.size() % OTHERS), Instant.EPOCH);
            long from = at;
            sent.add(kind.host
                    .callAsync(kind.touch, wish, CallOptions.DEFAULT)
                    .thenApply(reply -> TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - from)));
        }
        return sent.stream().map(CompletableFuture::join).toList();
    }

    /**
     * What one storm gave.
     *
     * @param where the section
     * @param begun when the timers were due
     * @param count of how many instances
     * @param fired when each timer fired
     * @param last when the last one of each host type fired
     * @param micros how long messages took
     */
    private record Storm(String where, long begun, int count, List<Long> fired, List<Long> last, List<Long> micros) {

        private void print(Results results, List<Long> quiet) {
            double seconds = fired.isEmpty() ? Double.NaN : nanosToSeconds(fired.get(fired.size() - 1) - begun);
            String what = "due at once, a second / goal";
            row(results, "fired of " + count + " / all", count, fired.size());
            results.add(ResultRow.atLeast(where, what, "per s", one(GOAL_PER_SECOND, fired.size() / seconds), 1));
            results.add(ResultRow.atLeast(
                    where, "the slowest half second / goal", "per s", one(GOAL_PER_SECOND, slowest()), 1));
            results.add(ResultRow.of(
                    where,
                    "p99 of messages in the storm / before",
                    "us",
                    one(quantile(quiet, 0.99), quantile(micros, 0.99)),
                    GOAL_P99));
            results.add(ResultRow.of(
                    where,
                    "p50 of messages in the storm / before",
                    "us",
                    one(quantile(quiet, 0.5), quantile(micros, 0.5)),
                    GOAL_P99));
            double first = nanosToSeconds(Math.min(last.get(0), last.get(1)) - begun);
            double second = nanosToSeconds(Math.max(last.get(0), last.get(1)) - begun);
            results.add(
                    ResultRow.of(where, "last of the slower host type / faster", "s", one(first, second), GOAL_FAIR));
        }

        private void row(Results results, String name, double base, double value) {
            results.add(ResultRow.atLeast(where, name, "", one(base, value), 1));
        }

        /** The last slice is not full. */
        private double slowest() {
            long end = fired.isEmpty() ? begun : fired.get(fired.size() - 1);
            double slowest = Double.MAX_VALUE;
            for (long from = begun; from + SLICE_NANOS <= end; from += SLICE_NANOS) {
                long first = from;
                long inSlice = fired.stream()
                        .filter(at -> at >= first && at < first + SLICE_NANOS)
                        .count();
                slowest = Math.min(slowest, inSlice / nanosToSeconds(SLICE_NANOS));
            }
            return slowest;
        }

        private static double quantile(List<Long> micros, double share) {
            return Ratio.quantile(micros.stream().map(Long::doubleValue).toList(), share);
        }

        private static double nanosToSeconds(long nanos) {
            return nanos / (double) TimeUnit.SECONDS.toNanos(1);
        }

        private static Ratio one(double base, double value) {
            return Ratio.of(List.of(base), List.of(value));
        }
    }

    @Override
    public void close() {
        kinds.forEach(kind -> kind.host.close());
    }
}
