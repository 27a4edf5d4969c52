// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.owner;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the host registered as an owner. When the lease expires, the copies in memory are dropped and the host registers as
 * a new owner (contract §5.1; unlike there the host goes on).
 */
public final class OwnerLease {

    private static final Duration WATCH = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Backoff REGISTRATION = new Backoff(Duration.ofMillis(100), PAUSE);
    private static final Logger LOG = LoggerFactory.getLogger(OwnerLease.class);

    private final HostSettings settings;
    private final StoreAccess store;
    private final Timeline timeline;
    private final BiConsumer<LiveOwner, Throwable> onLoss;
    private Function<LiveOwner, CompletableFuture<Void>> whenRunnable =
            owner -> CompletableFuture.completedFuture(null);
    private CompletableFuture<LiveOwner> current = new CompletableFuture<>();
    /** Goes on with the next call for the owner. */
    private volatile @Nullable Runnable notScheduled;

    private boolean retired;
    private boolean takesMore = true;

    public OwnerLease(
            HostSettings settings, StoreAccess store, Timeline timeline, BiConsumer<LiveOwner, Throwable> onLoss) {
        this.settings = settings;
        this.store = store;
        this.timeline = timeline;
        this.onLoss = onLoss;
    }

    /** Sets what runs runnable instances. The next event of the owner is awaited when it is done, and after a pause if it fails. */
    public void whenRunnable(Function<LiveOwner, CompletableFuture<Void>> run) {
        whenRunnable = run;
    }

    /** Registers once; fails if that fails. */
    public CompletableFuture<LiveOwner> start() {
        return register();
    }

    /** The owner, as soon as there is one. */
    public CompletableFuture<LiveOwner> current() {
        goOn();
        return currentOrNext();
    }

    private synchronized CompletableFuture<LiveOwner> currentOrNext() {
        return current;
    }

    public Optional<LiveOwner> present() {
        goOn();
        return known();
    }

    private synchronized Optional<LiveOwner> known() {
        boolean there = current.isDone() && !current.isCompletedExceptionally();
        return there ? Optional.ofNullable(current.getNow(null)) : Optional.empty();
    }

    /** Reports that the lease of an owner is lost. The first report makes the host register anew. */
    public void lost(LiveOwner owner, Throwable cause) {
        synchronized (this) {
            if (retired || known().filter(owner::equals).isEmpty()) {
                return;
            }
            current = new CompletableFuture<>();
        }
        owner.handle().close();
        timeline.host(HostEvent.Kind.OWNER_LOST).because(cause, 0).publish();
        onLoss.accept(owner, cause);
        registerUntilDone(1);
    }

    private void registerUntilDone(int attempt) {
        if (isRetired()) {
            return;
        }
        var unused = Failures.caught(this::register).whenComplete((owner, failure) -> {
            if (failure != null && isTriedAgain(Failures.unwrap(failure))) {
                later(REGISTRATION.delay(attempt, settings.random()), () -> registerUntilDone(attempt + 1));
            } else if (failure != null) {
                giveUp(Failures.unwrap(failure));
            }
        });
    }

    /** Memory can be short for a moment, above all when leases are lost because of it. */
    private static boolean isTriedAgain(Throwable cause) {
        return cause instanceof InstanceStoreException || cause instanceof Error;
    }

    /** The store is closed, or misused: trying again would not help. */
    private void giveUp(Throwable cause) {
        LOG.error(
                "the host cannot register any more and takes no messages: node={}",
                settings.node(),
                SafeText.failure(cause));
        currentOrNext().completeExceptionally(new HostStoppedException(settings.node()));
    }

    private CompletableFuture<LiveOwner> register() {
        InstanceHandle handle = store.store().createHandle();
        return store.ask(handle, new CreateOwner(settings.description()), settings.storeTimeout())
                .thenApply(id -> new LiveOwner(id, handle))
                .whenComplete((owner, failure) -> {
                    if (failure != null) {
                        handle.close();
                    } else {
                        registered(owner);
                    }
                });
    }

    private void registered(LiveOwner owner) {
        CompletableFuture<LiveOwner> waiting;
        synchronized (this) {
            waiting = current;
        }
        timeline.host(HostEvent.Kind.OWNER_CREATED).publish();
        waiting.complete(owner);
        if (isRetired()) {
            var unused = retire(owner, settings.storeTimeout());
        } else {
            watch(owner);
        }
    }

    /** The handle of an owner is freed when its lease is lost, which ends the wait for its events. */
    private void watch(LiveOwner owner) {
        var unused = Failures.caught(() -> store.store().eventsAsync(owner.handle(), WATCH))
                .whenComplete((events, failure) -> watched(owner, events, failure));
    }

    private void watched(LiveOwner owner, @Nullable Set<StoreEvent> events, @Nullable Throwable failure) {
        if (isRetired()) {
            return;
        }
        if (failure != null && !owner.handle().isValid()) {
            lost(owner, Failures.unwrap(failure));
            return;
        }
        if (failure != null || events == null) {
            later(PAUSE, () -> watch(owner));
        } else if (events.isEmpty()) {
            later(Duration.ZERO, () -> watch(owner));
        } else {
            var unused = Failures.caught(() -> whenRunnable.apply(owner)).whenComplete((done, notRun) -> {
                if (notRun == null) {
                    watch(owner);
                } else {
                    later(PAUSE, () -> watch(owner));
                }
            });
        }
    }

    /**
     * What cannot be scheduled goes on with the next call for the owner, and what has no pause at once: a moment without memory must not end it for as
     * long as the host lives.
     */
    private void later(Duration pause, Runnable step) {
        try {
            settings.time().schedule(pause, step);
        } catch (RuntimeException | Error failure) {
            synchronized (this) {
                notScheduled = step;
            }
            LOG.warn("the host goes on later: node={}", settings.node(), SafeText.failure(failure));
            if (pause.isZero()) {
                store.executor().execute(this::goOn);
            }
        }
    }

    private void goOn() {
        if (notScheduled != null) {
            Runnable step;
            synchronized (this) {
                step = notScheduled;
                notScheduled = null;
            }
            if (step != null) {
                step.run();
            }
        }
    }

    /** Leaves runnable instances to other hosts. */
    public synchronized void takeNoMore() {
        takesMore = false;
    }

    public synchronized boolean takesMore() {
        return takesMore;
    }

    /** Ends the owner, now and for later ones; never fails. */
    public CompletableFuture<Void> retire(Duration timeout) {
        HostStoppedException stopped = new HostStoppedException(settings.node());
        CompletableFuture<LiveOwner> last;
        Optional<LiveOwner> owner;
        synchronized (this) {
            retired = true;
            owner = known();
            last = current;
            current = CompletableFuture.failedFuture(stopped);
        }
        last.completeExceptionally(stopped);
        return owner.map(living -> retire(living, timeout)).orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> retire(LiveOwner owner, Duration timeout) {
        return store.ask(owner.handle(), new RetireOwner(), timeout).handle((done, failure) -> {
            owner.handle().close();
            return null;
        });
    }

    private synchronized boolean isRetired() {
        return retired;
    }
}
