// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.recording.ChangeLog;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.stability.Experimental;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The settings that every provider has (contract §4.1). Immutable.
 *
 * @param values how values become bytes
 * @param time the clocks and the scheduler
 * @param lease how long an owner counts as alive after its last heartbeat, measured by each failure detector on its own
 *     monotonic clock; an expired host's instances can be taken over after this time. At least {@link #SHORTEST_LEASE}.
 * @param detectionPeriod how often to look for runnable instances when nothing announces them
 * @param sweepPeriod how often to look for what has expired or was left behind
 * @param claimGrace how long a claim that its instance does not list is taken for a save under way
 * @param defaultIdleTtl the idle time to live of instances that say nothing about it, or null for ever
 * @param memoryRetention how long a slot remembers commands, lives and revoked claims that are over. A command must not be
 *     repeated later, nor carried out later than it was sent by this much: a host that stalls for longer than its lease, a
 *     timeout of a command and the longest that an engine keeps an operation together must not wake up and commit. At least
 *     {@link #SHORTEST_MEMORY_RETENTION}, and twice the lease. All stores of a farm should say the same: a slot forgets by what the
 *     store says that changes or sweeps it, so the shortest counts for all
 * @param endRetention how long completed and failed instances are kept; all stores of a farm should say the same, for each
 *     one sweeps by its own
 * @param recordedChanges how many of its last changes each instance keeps, for people who ask what happened to it; 0 to begin no
 *     such recording and to go on with those that are there. From 0 to {@link ChangeLog#MOST}
 * @param decorator puts something between the store and its engine, for measuring or for injecting faults
 * @param listeners are told what the store does, one after the other
 * @param logContext whether instance, key and owner are in the log context all through a command
 */
public record StoreOptions(
        ValueEncoding values,
        TimeSource time,
        Duration lease,
        Duration detectionPeriod,
        Duration sweepPeriod,
        Duration claimGrace,
        @Nullable Duration defaultIdleTtl,
        Duration memoryRetention,
        EndRetention endRetention,
        int recordedChanges,
        @Experimental UnaryOperator<StorageEngine> decorator,
        List<StoreListener> listeners,
        boolean logContext) {

    /** The shortest lease: below it a short pause of the machine costs an owner its life. */
    public static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    /**
     * The shortest memory of what is over. It is what keeps a saver that stalled from committing under a claim that was taken
     * from it, so it is far longer than any engine keeps an operation under way, or a machine stands still and goes on.
     */
    public static final Duration SHORTEST_MEMORY_RETENTION = Duration.ofMinutes(10);

    /**
     * The longest lease and claim grace there are, ten years, as in a configuration: they are counted in nanoseconds of a monotonic
     * clock.
     */
    public static final Duration LONGEST_WATCHED = Duration.ofDays(3650);

    private static final ValueEncoding DEFAULT_VALUES = ValueEncoding.simpleTypes();

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if a time is not positive, the lease too short, lease or claim grace too long, the memory
     *     too short or shorter than two leases, or the number of recorded changes out of range
     */
    @Experimental
    public StoreOptions {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(endRetention, "endRetention");
        Objects.requireNonNull(decorator, "decorator");
        listeners = List.copyOf(listeners);
        requirePositive("detectionPeriod", detectionPeriod);
        requirePositive("sweepPeriod", sweepPeriod);
        requirePositive("claimGrace", claimGrace);
        if (defaultIdleTtl != null) {
            requirePositive("defaultIdleTtl", defaultIdleTtl);
        }
        if (lease.compareTo(SHORTEST_LEASE) < 0) {
            throw new IllegalArgumentException("the lease is at least " + SHORTEST_LEASE + ", not " + lease);
        }
        requireWatchable("the lease", lease);
        requireWatchable("claimGrace", claimGrace);
        requireLongMemory(memoryRetention, lease);
        if (recordedChanges < 0 || recordedChanges > ChangeLog.MOST) {
            throw new IllegalArgumentException(
                    "recordedChanges is from 0 to " + ChangeLog.MOST + ", not " + recordedChanges);
        }
    }

    /** A host that stalls for less than its lease does not notice, and goes on with what it was about to do. */
    private static void requireLongMemory(Duration memoryRetention, Duration lease) {
        if (memoryRetention.compareTo(SHORTEST_MEMORY_RETENTION) < 0) {
            throw new IllegalArgumentException(
                    "memoryRetention is at least " + SHORTEST_MEMORY_RETENTION + ", not " + memoryRetention
                            + ": a host that stalled for longer could save under a key that others have by now");
        }
        if (memoryRetention.dividedBy(2).compareTo(lease) < 0) {
            throw new IllegalArgumentException("memoryRetention is at least two leases, not " + memoryRetention
                    + " with a lease of " + lease
                    + ": a host that stalls for a lease goes on as if nothing had happened; set memoryRetention first");
        }
    }

    private static void requireWatchable(String name, Duration value) {
        if (value.compareTo(LONGEST_WATCHED) > 0) {
            throw new IllegalArgumentException(name + " is at most " + LONGEST_WATCHED + ", not " + value);
        }
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
    }

    /**
     * All defaults: simple types only, the machine's clocks, a lease of 30 s, runnable detection every 5 s, a sweep every
     * 30 s, no idle time to live, what has come to an end and was kept stays for ever, no changes are recorded.
     *
     * @return the default settings
     */
    public static StoreOptions defaults() {
        return new StoreOptions(
                DEFAULT_VALUES,
                TimeSource.system(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofMillis(250),
                null,
                Duration.ofHours(1),
                EndRetention.NEVER,
                0,
                UnaryOperator.identity(),
                List.of(),
                false);
    }

    /**
     * Sets how values become bytes.
     *
     * @param encoding codec and limits
     * @return a copy
     */
    public StoreOptions withValues(ValueEncoding encoding) {
        return with(next -> next.values = encoding);
    }

    /**
     * Sets the clocks and the scheduler.
     *
     * @param source the time source
     * @return a copy
     */
    public StoreOptions withTime(TimeSource source) {
        return with(next -> next.time = source);
    }

    /**
     * Sets the lease of owners.
     *
     * @param duration the lease
     * @return a copy
     * @throws IllegalArgumentException if it is shorter than {@link #SHORTEST_LEASE}, longer than {@link #LONGEST_WATCHED}, or longer
     *     than half the memory retention
     */
    public StoreOptions withLease(Duration duration) {
        return with(next -> next.lease = duration);
    }

    /**
     * Sets how often housekeeping looks around.
     *
     * @param detection for runnable instances
     * @param sweep for what has expired or was left behind
     * @return a copy
     * @throws IllegalArgumentException if one is not positive
     */
    public StoreOptions withPeriods(Duration detection, Duration sweep) {
        return with(next -> {
            next.detectionPeriod = detection;
            next.sweepPeriod = sweep;
        });
    }

    /**
     * Sets how long a claim that its instance does not list is taken for a save under way.
     *
     * @param duration the grace
     * @return a copy
     * @throws IllegalArgumentException if it is not positive, or longer than {@link #LONGEST_WATCHED}
     */
    public StoreOptions withClaimGrace(Duration duration) {
        return with(next -> next.claimGrace = duration);
    }

    /**
     * Sets the idle time to live of instances that say nothing about it.
     *
     * @param ttl the time, or null for ever
     * @return a copy
     * @throws IllegalArgumentException if it is not positive
     */
    public StoreOptions withDefaultIdleTtl(@Nullable Duration ttl) {
        return with(next -> next.defaultIdleTtl = ttl);
    }

    /**
     * Sets how long a slot remembers what is over. The shortest of all stores of a farm counts.
     *
     * @param duration the time
     * @return a copy
     * @throws IllegalArgumentException if it is shorter than {@link #SHORTEST_MEMORY_RETENTION} or two leases
     */
    public StoreOptions withMemoryRetention(Duration duration) {
        return with(next -> next.memoryRetention = duration);
    }

    /**
     * Sets how long completed and failed instances are kept.
     *
     * @param retention a time for each end state
     * @return a copy
     */
    public StoreOptions withEndRetention(EndRetention retention) {
        return with(next -> next.endRetention = retention);
    }

    /**
     * Lets each instance keep its last changes, for people who ask what happened to it.
     *
     * @param most how many; 0 to begin no recording
     * @return a copy
     * @throws IllegalArgumentException if it is not from 0 to {@link ChangeLog#MOST}
     */
    public StoreOptions withRecordedChanges(int most) {
        return with(next -> next.recordedChanges = most);
    }

    /**
     * Puts something between the store and its engine.
     *
     * @param wrapper wraps the engine
     * @return a copy
     */
    @Experimental
    public StoreOptions withDecorator(UnaryOperator<StorageEngine> wrapper) {
        return with(next -> next.decorator = wrapper);
    }

    /**
     * Adds a listener that is told what the store does. Without listeners nothing is measured.
     *
     * @param listener the listener, told after those that are there already
     * @return a copy
     */
    public StoreOptions withListener(StoreListener listener) {
        List<StoreListener> all = new ArrayList<>(listeners);
        all.add(Objects.requireNonNull(listener, "listener"));
        return with(next -> next.listeners = all);
    }

    /**
     * Puts instance, key and owner into the {@linkplain LogContext log context} all through each command, in every thread
     * that works for it. Off unless asked for, because it costs each command a little.
     *
     * @return a copy
     */
    public StoreOptions withLogContext() {
        return with(next -> next.logContext = true);
    }

    private StoreOptions with(Consumer<Draft> change) {
        Draft next = new Draft(this);
        change.accept(next);
        return next.options();
    }

    /** A copy in the making, of which something is changed before it is checked. */
    private static final class Draft {
        private ValueEncoding values;
        private TimeSource time;
        private Duration lease;
        private Duration detectionPeriod;
        private Duration sweepPeriod;
        private Duration claimGrace;
        private @Nullable Duration defaultIdleTtl;
        private Duration memoryRetention;
        private EndRetention endRetention;
        private int recordedChanges;
        private UnaryOperator<StorageEngine> decorator;
        private List<StoreListener> listeners;
        private boolean logContext;

        private Draft(StoreOptions from) {
            this.values = from.values;
            this.time = from.time;
            this.lease = from.lease;
            this.detectionPeriod = from.detectionPeriod;
            this.sweepPeriod = from.sweepPeriod;
            this.claimGrace = from.claimGrace;
            this.defaultIdleTtl = from.defaultIdleTtl;
            this.memoryRetention = from.memoryRetention;
            this.endRetention = from.endRetention;
            this.recordedChanges = from.recordedChanges;
            this.decorator = from.decorator;
            this.listeners = from.listeners;
            this.logContext = from.logContext;
        }

        private StoreOptions options() {
            return new StoreOptions(
                    values,
                    time,
                    lease,
                    detectionPeriod,
                    sweepPeriod,
                    claimGrace,
                    defaultIdleTtl,
                    memoryRetention,
                    endRetention,
                    recordedChanges,
                    decorator,
                    listeners,
                    logContext);
        }
    }
}
