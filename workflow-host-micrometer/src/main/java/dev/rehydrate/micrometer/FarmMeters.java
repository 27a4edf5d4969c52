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
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the instances of a farm in the background and shows the last figures as gauges of Micrometer; a scrape reads what is there
 * and asks no store. The farm is counted again a period after the last time, and after 99 times of what that took, so that counting
 * takes at most one hundredth of the time of one caller. Each process that has it counts by itself: one process of the farm is
 * enough, and where all have it, dashboards and alerts take the maximum.
 *
 * <p>Safe for use by many threads.
 */
public final class FarmMeters implements AutoCloseable {

    /** The period of {@link #start(InstanceStore, TimeSource, MeterRegistry)}. */
    public static final Duration DEFAULT_PERIOD = Duration.ofMinutes(1);

    private static final int PAUSES = 99;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Logger LOG = LoggerFactory.getLogger(FarmMeters.class);

    private final InstanceStore store;
    private final TimeSource time;
    private final Duration period;
    private volatile @Nullable FarmCounts counts;
    private TimeSource.@Nullable Cancellable next;
    private boolean closed;

    private FarmMeters(InstanceStore store, TimeSource time, Duration period) {
        this.store = store;
        this.time = time;
        this.period = period;
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
     * Makes the meters and begins to count.
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
        FarmMeters meters =
                new FarmMeters(Objects.requireNonNull(store, "store"), Objects.requireNonNull(time, "time"), period);
        meters.register(registry, tags);
        meters.schedule(Duration.ZERO);
        return meters;
    }

    private void register(MeterRegistry registry, Tags common) {
        for (InstanceState state : InstanceState.values()) {
            String tag = state.name().toLowerCase(Locale.ROOT);
            gauge(
                    HostMeter.INSTANCES,
                    registry,
                    common.and(HostMeter.INSTANCES.tags(), tag),
                    counted -> counted.states().getOrDefault(state, 0L));
        }
        for (Duration late : FarmCounts.LATE) {
            String tag = late.isZero() ? "0s" : late.toMinutes() + "m";
            gauge(
                    HostMeter.DUE,
                    registry,
                    common.and(HostMeter.DUE.tags(), tag),
                    counted -> counted.due().getOrDefault(late, 0L));
        }
        gauge(HostMeter.SUSPENDED, registry, common, FarmCounts::suspended);
        gauge(HostMeter.FAILED, registry, common, FarmCounts::failed);
        gauge(HostMeter.MAILBOXES, registry, common, FarmCounts::mailboxes);
        gauge(HostMeter.DEAD, registry, common, FarmCounts::dead);
        gauge(HostMeter.AGE, registry, common, counted -> (time.nanoTime() - counted.countedAt()) / 1e9);
    }

    /** Nothing is known before the first count, and that must not look like zero. */
    private void gauge(HostMeter meter, MeterRegistry registry, Tags tags, ToDoubleFunction<FarmCounts> figure) {
        Gauge.builder(meter.meterName(), this, meters -> {
                    FarmCounts counted = meters.counts;
                    return counted == null ? Double.NaN : figure.applyAsDouble(counted);
                })
                .description(meter.words())
                .baseUnit(meter == HostMeter.AGE ? "seconds" : null)
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
        var unused = new FarmCounts.Counting(store.commands().withTimeout(PATIENCE), time.instant())
                .run(time::nanoTime)
                .whenComplete((counted, failure) -> counted(counted, failure, begin));
    }

    private void counted(@Nullable FarmCounts counted, @Nullable Throwable failure, long begin) {
        if (failure instanceof CompletionException wrapped && wrapped.getCause() instanceof IllegalStateException) {
            LOG.debug("the store is closed: the farm is not counted any more");
            return;
        }
        if (counted == null) {
            LOG.debug(
                    "the farm could not be counted; the last figures stay, and their age grows",
                    SafeText.failure(failure));
        } else {
            counts = counted;
        }
        Duration pause = Duration.ofNanos(time.nanoTime() - begin).multipliedBy(PAUSES);
        schedule(pause.compareTo(period) > 0 ? pause : period);
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
