// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the instances of a farm in the background and shows the last figures as gauges of Micrometer. A scrape reads these figures
 * and asks no store.
 *
 * <p>The farm is counted again after a period, and after 99 times of what the last count took, so that counting takes at most one
 * hundredth of the time of one caller. After a count that has failed it waits for five periods at most. Each process that has these
 * meters counts by itself. One process of the farm is enough; where all have them, dashboards and alerts take the maximum.
 *
 * <p>Safe for use by many threads.
 */
public final class FarmMeters implements AutoCloseable {

    /** The period of {@link #start(InstanceStore, TimeSource, MeterRegistry)}. */
    public static final Duration DEFAULT_PERIOD = Duration.ofMinutes(1);

    private static final int PAUSES = 99;
    /** A look that fails may take as long as it is waited for; the next one comes soon all the same. */
    private static final int PERIODS_AFTER_FAILURE = 5;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(FarmMeters.class);

    private final InstanceStore store;
    private final TimeSource time;
    private final Duration period;
    private final ShownCounts shown;
    private TimeSource.@Nullable Cancellable next;
    private boolean closed;
    private volatile boolean failing;

    private FarmMeters(InstanceStore store, TimeSource time, Duration period, ShownCounts shown) {
        this.store = store;
        this.time = time;
        this.period = period;
        this.shown = shown;
    }

    /**
     * Makes the meters and begins to count, every minute.
     *
     * @param store the farm
     * @param time the time source of the store
     * @param registry where to
     * @return ends the counting
     */
    public static FarmMeters start(InstanceStore store, TimeSource time, MeterRegistry registry) {
        return start(store, time, registry, Tags.empty(), DEFAULT_PERIOD);
    }

    /**
     * Makes the meters and begins to count. To be started once in a registry with these tags at a time; after it was closed it can be started
     * again there, as on a store that is opened anew.
     *
     * @param store the farm
     * @param time the time source of the store
     * @param registry where to
     * @param tags what all meters have, such as the name of the farm
     * @param period how long to wait between two counts, at least; positive
     * @return ends the counting
     * @throws IllegalArgumentException if the period is not positive
     */
    public static FarmMeters start(
            InstanceStore store, TimeSource time, MeterRegistry registry, Tags tags, Duration period) {
        if (period.isNegative() || period.isZero()) {
            throw new IllegalArgumentException("the period must be positive: " + period);
        }
        ShownCounts shown = ShownCounts.in(registry, tags);
        FarmMeters meters = new FarmMeters(
                Objects.requireNonNull(store, "store"), Objects.requireNonNull(time, "time"), period, shown);
        shown.begin(time);
        register(shown, registry, tags);
        meters.schedule(Duration.ZERO);
        return meters;
    }

    private static void register(ShownCounts shown, MeterRegistry registry, Tags common) {
        for (InstanceState state : InstanceState.values()) {
            String tag = state.name().toLowerCase(Locale.ROOT);
            gauge(HostMeter.INSTANCES, shown, state, common.and(HostMeter.INSTANCES.tags(), tag), registry);
        }
        for (Duration late : FarmCounts.LATE) {
            String tag = late.isZero() ? "0s" : late.toMinutes() + "m";
            gauge(HostMeter.DUE, shown, late, common.and(HostMeter.DUE.tags(), tag), registry);
        }
        for (HostMeter meter : List.of(
                HostMeter.SUSPENDED, HostMeter.FAILED, HostMeter.MAILBOXES, HostMeter.DEAD, HostMeter.DEAD_LETTERS)) {
            gauge(meter, shown, meter, common, registry);
        }
        Gauge.builder(HostMeter.AGE.meterName(), shown, ShownCounts::age)
                .description(HostMeter.AGE.words())
                .baseUnit("seconds")
                .tags(common)
                .register(registry);
    }

    private static void gauge(HostMeter meter, ShownCounts shown, Object of, Tags tags, MeterRegistry registry) {
        Gauge.builder(meter.meterName(), shown, all -> all.figure(of))
                .description(meter.words())
                .tags(tags)
                .register(registry);
    }

    private synchronized void schedule(Duration pause) {
        if (!closed) {
            next = time.schedule(pause, this::count);
        }
    }

    private void count() {
        long begin = time.nanoTime();
        var unused = counting().whenComplete((counted, failure) -> counted(counted, failure, begin));
    }

    /** A store that cannot be asked at the moment must not end the counting. */
    private CompletableFuture<FarmCounts> counting() {
        try {
            return new FarmCounts.Counting(store.commands().withTimeout(PATIENCE), store.now()).run(time::nanoTime);
        } catch (RuntimeException | Error notBegun) {
            return CompletableFuture.failedFuture(notBegun);
        }
    }

    private void counted(@Nullable FarmCounts counted, @Nullable Throwable unexpected, long begin) {
        Throwable failure = counted == null ? unexpected : counted.failure();
        if (isClosed(failure)) {
            LOG.debug("the store is closed: the farm is not counted any more");
            return;
        }
        report(failure);
        if (counted != null && !counted.figures().isEmpty()) {
            shown.show(counted);
        }
        Duration pause = Duration.ofNanos(time.nanoTime() - begin).multipliedBy(PAUSES);
        Duration most = failure == null ? pause : period.multipliedBy(PERIODS_AFTER_FAILURE);
        schedule(longer(period, pause.compareTo(most) < 0 ? pause : most));
    }

    private static boolean isClosed(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        // Answers that were not expected are exceptions that extend it.
        return cause != null && cause.getClass() == IllegalStateException.class;
    }

    /** The first of several looks that fail is a warning. */
    private void report(@Nullable Throwable failure) {
        if (failure == null) {
            failing = false;
        } else if (failing) {
            LOG.debug("the farm could not be counted again", SafeText.failure(failure));
        } else {
            failing = true;
            LOG.warn(
                    "the farm could not be counted: what could not is shown as NaN, or the last figures stay and their age grows; this"
                            + " goes on trying",
                    SafeText.failure(failure));
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Counts no more. The gauges keep the last figures, and their age grows. */
    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel();
        }
    }
}
