// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.timer;

import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.async.CallLimiter;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.async.OtherRelease;
import dev.rehydrate.host.async.TurnLimiter;
import dev.rehydrate.host.lane.LimitedJob;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.owner.Quarantine;
import dev.rehydrate.host.turn.CallContext;
import dev.rehydrate.host.turn.Definitions;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads runnable instances, some at once, until there is none (contract §5.1): instances that are due, and instances
 * whose holder died, so that its lease expired.
 */
public final class RunnablePump {

    /** So many instances that were offered are worked on at once. A message for another one waits for so many at most. */
    static final int AT_ONCE = 32;

    /** The pause after each instance whose holder has died, so that the commands of others are not delayed by thousands of them. */
    static final Duration PACE = Duration.ofMillis(1);

    /** After so many instances in a row that are left to others the host pauses: there may be more than a store remembers to have left. */
    static final int MOST_LEFT = 1_024;

    private static final Duration PAUSE_AFTER_LEFT = Duration.ofSeconds(1);

    /** The pause after a look that failed, or for which there was no room. A store that is back soon is looked at soon. */
    private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    private static final Logger LOG = LoggerFactory.getLogger(RunnablePump.class);

    private final CallContext context;
    private final Definitions definitions;
    private final CallLimiter deliveries;
    private final Quarantine quarantine;
    private final LeftInstances left;
    private final TurnLimiter limiter;
    /** How many drains in a row have ended with a pause. */
    private final AtomicInteger pausesInARow = new AtomicInteger();

    public RunnablePump(
            CallContext context,
            Definitions definitions,
            CallLimiter deliveries,
            Quarantine quarantine,
            LeftInstances left) {
        this.context = context;
        this.definitions = definitions;
        this.deliveries = deliveries;
        this.quarantine = quarantine;
        this.left = left;
        this.limiter = new TurnLimiter(AT_ONCE, context.store().executor());
    }

    /** What came of one look. */
    private enum Look {
        TAKEN,
        /** Its holder has died. It is not due, and there may be thousands of them. */
        TAKEN_OVER,
        /** It is not offered again for a while, and must not keep this host from those after it. */
        LEFT,
        NOTHING,
        PAUSE;

        /** A look that failed has taken nothing. */
        private static boolean isTaken(@Nullable Look look) {
            return look == TAKEN || look == TAKEN_OVER;
        }
    }

    /** Completes when nothing more is to be had just now; fails if the pause after a look that failed cannot be scheduled. */
    public CompletableFuture<Void> drain(LiveOwner owner) {
        Drain drain = new Drain(owner);
        drain.next();
        return drain.end;
    }

    /**
     * Loads under way for an owner: one, and with each instance that is due twice as many, so that a look for nothing costs one
     * command, and a thousand timers do not come one after the other. What a dead host held does, with pauses: nothing waits for it but
     * messages, and these load it themselves (ADR 133).
     */
    private final class Drain {

        private final LiveOwner owner;
        private final CompletableFuture<Void> end = new CompletableFuture<>();
        private final long leftBefore = left.count();
        private int most = 1;
        private int underWay;
        private int pacing;
        private boolean beginning;
        private boolean over;
        private boolean pauses;
        private boolean leavesOnly;

        private Drain(LiveOwner owner) {
            this.owner = owner;
        }

        /** Loads that end at once do not nest, however many there are. */
        private void next() {
            while (begins()) {
                var unused = look(owner)
                        .exceptionally(RunnablePump.this::afterFailure)
                        .thenAccept(this::ended);
                synchronized (this) {
                    beginning = false;
                }
            }
        }

        private void goOn() {
            synchronized (this) {
                pacing--;
            }
            next();
        }

        private synchronized boolean begins() {
            boolean begins = !beginning && !over && pacing == 0 && underWay < most;
            if (begins) {
                beginning = true;
                underWay++;
            }
            return begins;
        }

        private void ended(Look look) {
            boolean last;
            synchronized (this) {
                underWay--;
                if (look == Look.TAKEN) {
                    most = Math.min(2 * most, AT_ONCE);
                    pausesInARow.set(0);
                }
                if (look == Look.TAKEN_OVER) {
                    most = 1;
                    pacing++;
                    pausesInARow.set(0);
                }
                leavesOnly |= left.count() - leftBefore >= MOST_LEFT;
                over |= look == Look.NOTHING || look == Look.PAUSE || leavesOnly;
                pauses |= look == Look.PAUSE;
                last = over && underWay == 0;
            }
            if (look == Look.TAKEN_OVER) {
                // Without a timer, as when memory is short for a moment, it goes on without the pause.
                var unused = Failures.caught(
                                () -> context.store().pause(context.settings().time(), PACE))
                        .whenComplete((over, notPaused) -> goOn());
            }
            if (last) {
                end();
            } else {
                next();
            }
        }

        private void end() {
            if (pauses) {
                end(PAUSES.delay(
                        pausesInARow.incrementAndGet(), context.settings().random()));
                return;
            }
            pausesInARow.set(0);
            if (leavesOnly) {
                end(PAUSE_AFTER_LEFT);
            } else {
                end.complete(null);
            }
        }

        /** Fails if there is no timer for the pause: a drain that does not end would be the last one of this owner. */
        private void end(Duration pause) {
            try {
                context.settings().time().schedule(pause, () -> end.complete(null));
            } catch (RuntimeException | Error notScheduled) {
                end.completeExceptionally(notScheduled);
            }
        }
    }

    private Look afterFailure(Throwable failure) {
        LOG.debug(
                "will look for runnable instances again: node={}",
                context.settings().node(),
                SafeText.failure(failure));
        return Failures.unwrap(failure) instanceof OwnerLostException ? Look.NOTHING : Look.PAUSE;
    }

    private CompletableFuture<Look> look(LiveOwner owner) {
        return limiter.enter()
                .thenCompose(entered -> Failures.caught(() -> take(owner)).whenComplete((look, failure) -> {
                    if (!Look.isTaken(look)) {
                        limiter.leave();
                    }
                }));
    }

    private CompletableFuture<Look> take(LiveOwner owner) {
        if (!context.owners().takesMore() || !deliveries.hasRoom()) {
            return CompletableFuture.completedFuture(Look.PAUSE);
        }
        InstanceHandle handle = context.store().store().createHandle(owner.id());
        return context.store()
                .ask(handle, LoadRunnable.now(), context.settings().storeTimeout())
                .thenApply(outcome -> outcome.loaded()
                        .map(snapshot -> accept(owner, handle, snapshot))
                        .orElse(Look.NOTHING))
                .whenComplete((look, failure) -> {
                    if (!Look.isTaken(look)) {
                        handle.close();
                    }
                });
    }

    private Look accept(LiveOwner owner, InstanceHandle handle, InstanceSnapshot snapshot) {
        DefinitionIdentity identity = snapshot.header().definition();
        Optional<WorkflowDefinition<?>> known = definitions.of(identity);
        if (known.isEmpty()) {
            if (left.leave(handle)) {
                LOG.warn(
                        "skipped an instance of a definition that this host does not know: node={} instance={}"
                                + " definition={}",
                        context.settings().node(),
                        snapshot.id(),
                        SafeText.line(identity));
            }
            return Look.LEFT;
        }
        Resident<?> resident;
        try {
            resident = Resident.loaded(known.get(), handle, snapshot);
        } catch (RuntimeException | Error unreadable) {
            if (OtherRelease.mayRunDespite(unreadable)) {
                return leave(handle, snapshot, unreadable);
            }
            quarantine.suspend(owner, snapshot.id(), "its state cannot be read", unreadable);
            return Look.PAUSE;
        }
        resident.offered();
        boolean due = !resident.isTakenOver(context.settings().clock().instant());
        resident.event(context.services().timeline(), HostEvent.Kind.REHYDRATED).publish();
        LimitedJob work = new LimitedJob(context.lanes().dueWork(), limiter::leave);
        context.services().unloader().keep(context.lanes(), resident, work).pump();
        return due ? Look.TAKEN : Look.TAKEN_OVER;
    }

    private Look leave(InstanceHandle handle, InstanceSnapshot snapshot, Throwable unreadable) {
        if (left.leave(handle)) {
            LOG.warn(
                    "left an instance whose state this host cannot make to hosts of another release: node={} instance={}",
                    context.settings().node(),
                    snapshot.id(),
                    SafeText.failure(unreadable));
        }
        return Look.LEFT;
    }
}
