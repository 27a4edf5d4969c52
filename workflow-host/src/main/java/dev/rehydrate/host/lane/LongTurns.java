// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.HostHealth;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of code of the application that does not return: handlers and sinks. Each keeps its instance and a thread, and as many of them as the
 * host has threads keep the whole host, of which nothing else would tell. Each is told once, and that no turn is free once until one is
 * free again. One alarm is set while such code runs, however many turns there are, and none while nothing runs.
 *
 * <p>Whether a thread is free is asked for by a task of its own, and only while something takes long: threads of the application tell
 * nothing of themselves. Safe for use by many threads.
 */
public final class LongTurns {

    /** As long as a caller waits for its answer by default. */
    public static final Duration LONG = Duration.ofSeconds(30);

    private static final int MOST_NAMED = 20;

    private static final Logger LOG = LoggerFactory.getLogger(LongTurns.class);

    private final HostSettings settings;
    private final Timeline timeline;
    private final Executor executor;
    private final Lanes lanes;
    private final Set<Running> running = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Question> question = new AtomicReference<>(Question.NONE);
    private final AtomicBoolean noneFree = new AtomicBoolean();
    private volatile TimeSource.@Nullable Cancellable alarm;

    public LongTurns(HostSettings settings, Timeline timeline, Executor executor, Lanes lanes) {
        this.settings = settings;
        this.timeline = timeline;
        this.executor = executor;
        this.lanes = lanes;
    }

    /** A task that was given to the threads to find out whether one is free. */
    private enum Question {
        /** There is none, or it has run. */
        NONE,
        /** It has not run yet. */
        ASKED,
        /** The threads did not take it. */
        REFUSED
    }

    /** Code of the application that runs. */
    public final class Running {

        private final InstanceId instance;
        private final @Nullable String operation;
        private final @Nullable CorrelationKey key;
        private final long startedAt = settings.time().nanoTime();
        private final AtomicBoolean told = new AtomicBoolean();

        private Running(InstanceId instance, @Nullable String operation, @Nullable CorrelationKey key) {
            this.instance = instance;
            this.operation = operation;
            this.key = key;
        }

        /** It has returned, or thrown. */
        public void end() {
            running.remove(this);
            if (running.isEmpty()) {
                nothingRuns();
            }
        }

        private String name() {
            return operation == null ? "the sink" : "the handler of " + SafeText.line(operation);
        }

        private Duration age(long now) {
            return Duration.ofNanos(now - startedAt);
        }

        private boolean isLong(long now) {
            return age(now).compareTo(LONG) >= 0;
        }

        private HostHealth.LongTurn seen(long now, Instant wallClock) {
            return new HostHealth.LongTurn(instance, operation, wallClock.minus(age(now)));
        }

        private void tell(long now) {
            if (!told.compareAndSet(false, true)) {
                return;
            }
            LOG.warn(
                    "{} has not returned for {} s, and what else comes for its instance waits: node={} instance={}",
                    name(),
                    age(now).toSeconds(),
                    settings.node(),
                    instance);
            Timeline.Draft event = timeline.instance(Kind.LONG_TURN, instance).tookSince(startedAt);
            (operation == null ? event : event.during(operation, key)).publish();
        }
    }

    /** The handler of an operation begins; {@link Running#end} must follow. */
    public Running handler(String operation, InstanceId instance, @Nullable CorrelationKey key) {
        return begun(new Running(instance, operation, key));
    }

    /** The sink is given a message of an instance; {@link Running#end} must follow. */
    public Running sink(InstanceId instance) {
        return begun(new Running(instance, null, null));
    }

    private Running begun(Running code) {
        running.add(code);
        setAlarm(LONG);
        return code;
    }

    private void setAlarm(Duration delay) {
        if (alarm == null) {
            synchronized (this) {
                if (alarm == null) {
                    alarm = settings.time().schedule(delay, this::look);
                }
            }
        }
    }

    private void nothingRuns() {
        synchronized (this) {
            if (alarm != null) {
                alarm.cancel();
                alarm = null;
            }
        }
        tellFree();
        // What has begun meanwhile may have seen that an alarm is set.
        if (!running.isEmpty()) {
            setAlarm(LONG);
        }
    }

    /** {@return what has not returned for long, the longest first, and whether a turn is free} */
    public HostHealth health() {
        long now = settings.time().nanoTime();
        Instant wallClock = settings.time().instant();
        return new HostHealth(
                !noneFree.get(),
                waiting(),
                late(now).stream().map(code -> code.seen(now, wallClock)).toList());
    }

    private List<Running> late(long now) {
        return running.stream()
                .filter(code -> code.isLong(now))
                .sorted(Comparator.comparingLong((Running code) -> now - code.startedAt)
                        .reversed())
                .toList();
    }

    private void look() {
        synchronized (this) {
            alarm = null;
        }
        long now = settings.time().nanoTime();
        List<Running> late = late(now);
        late.forEach(code -> code.tell(now));
        if (isNoneFree(late)) {
            tellNoneFree(late, now);
        } else {
            tellFree();
        }
        // What has begun meanwhile may have seen that an alarm is set.
        running.stream()
                .map(code -> LONG.minus(code.age(now)))
                .map(left -> left.isNegative() || left.isZero() ? LONG : left)
                .min(Comparator.naturalOrder())
                .ifPresent(this::setAlarm);
    }

    /** Whether all turns are taken, or a task that was given to the threads at the look before has not run yet. */
    private boolean isNoneFree(List<Running> late) {
        if (late.isEmpty()) {
            return false;
        }
        return late.size() >= settings.limits().turns() || !isThreadFree();
    }

    private boolean isThreadFree() {
        if (question.compareAndSet(Question.REFUSED, Question.NONE)) {
            ask();
            return question.get() != Question.REFUSED;
        }
        boolean answered = question.get() == Question.NONE;
        if (answered) {
            ask();
        }
        return answered;
    }

    private void ask() {
        question.set(Question.ASKED);
        try {
            executor.execute(this::answer);
        } catch (RuntimeException | Error full) {
            question.set(Question.REFUSED);
        }
    }

    private void answer() {
        question.set(Question.NONE);
        if (late(settings.time().nanoTime()).size() < settings.limits().turns()) {
            tellFree();
        }
    }

    private void tellFree() {
        if (noneFree.compareAndSet(true, false)) {
            LOG.info("a turn is free again: node={}", settings.node());
        }
    }

    private void tellNoneFree(List<Running> late, long now) {
        if (!noneFree.compareAndSet(false, true)) {
            return;
        }
        LOG.warn(
                "no turn is free, and this host does nothing else until one of these returns: node={} waiting={} {}",
                settings.node(),
                waiting(),
                late.stream()
                        .limit(MOST_NAMED)
                        .map(code -> code.name() + " of " + code.instance + " for "
                                + code.age(now).toSeconds() + " s")
                        .toList());
        timeline.host(Kind.NO_FREE_TURN).publish();
    }

    private int waiting() {
        return Math.max(0, lanes.jobs() - running.size());
    }
}
