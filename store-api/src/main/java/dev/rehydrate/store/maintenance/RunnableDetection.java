// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.maintenance;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.store.observation.StoreLog;
import dev.rehydrate.store.owner.LocalOwner;
import dev.rehydrate.store.runnable.HostKind;
import dev.rehydrate.store.runnable.HostShare;
import dev.rehydrate.store.runnable.RunnableWalk;
import dev.rehydrate.store.runtime.StoreRuntime;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals owners of a host type when an instance of theirs wants to run (contract §4.4): by polling, at the next due time
 * that is known, and as soon as one is announced.
 *
 * <p>However many stores have owners of a kind, a few of them look at a time (decision record 106): in each period so many poll,
 * and tell the others if they find something; and so many follow an announcement at once, the others a moment later.
 */
final class RunnableDetection {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    /** So many owners of a kind poll in a period, and follow an announcement at once. */
    static final int LOOK_AT_ONCE = 4;

    /** The others follow announcements of the time until then with one look. */
    static final Duration LATER = Duration.ofSeconds(1);

    private final StoreRuntime store;
    private final TimeSource time;
    private final Map<HostKind, RunnableWalk> walks = new ConcurrentHashMap<>();
    private @Nullable Instant plannedFor;
    private TimeSource.Cancellable planned = () -> {};
    private long polls;
    private boolean looking;
    private boolean lookAgain;
    private boolean closed;

    RunnableDetection(StoreRuntime store) {
        this.store = store;
        this.time = store.plainTime();
    }

    /** Polls for the kinds of owners whose turn it is. */
    CompletableFuture<Void> poll() {
        long number = polls++;
        List<Look> looks = new ArrayList<>();
        kinds().forEach((kind, owners) -> {
            HostShare share = store.backlogs().share(kind);
            int turns = Math.max(1, (share.size() + LOOK_AT_ONCE - 1) / LOOK_AT_ONCE);
            if (share.distance(0) % turns == number % turns) {
                looks.add(new Look(kind, owners, turns > 1));
            }
        });
        return all(looks);
    }

    /** An instance wants to run: now, or at a time to which the next look is moved forward. */
    void announced(Instant dueAt) {
        plan(isAmongTheFirst(dueAt) ? dueAt : dueAt.plus(LATER));
    }

    private boolean isAmongTheFirst(Instant dueAt) {
        return kinds().keySet().stream().anyMatch(kind -> {
            HostShare share = store.backlogs().share(kind);
            return share.size() <= LOOK_AT_ONCE || share.distance(dueAt.toEpochMilli()) < LOOK_AT_ONCE;
        });
    }

    private void plan(Instant at) {
        synchronized (this) {
            boolean later = plannedFor != null && !at.isBefore(plannedFor);
            if (closed || later) {
                return;
            }
            Duration delay = Duration.between(store.engine().now(), at);
            // First, for it may fail: a look that is planned and never comes would keep off all that are announced for
            // later.
            TimeSource.Cancellable next = time.schedule(delay, this::lookAsPlanned);
            planned.cancel();
            planned = next;
            plannedFor = at;
        }
    }

    synchronized void close() {
        closed = true;
        planned.cancel();
    }

    /** One look at a time: what is announced while it is under way is looked for by the next one. */
    private void lookAsPlanned() {
        synchronized (this) {
            plannedFor = null;
            lookAgain = looking;
            if (looking) {
                return;
            }
            looking = true;
        }
        var unused = begun().whenComplete((looked, failure) -> {
            looked();
            if (failure != null) {
                LOG.warn("will look for runnable instances again later", SafeText.failure(failure));
            }
        });
    }

    /** Fails as its answer does: one that could not begin, as when memory is short, must not count as under way for ever. */
    private CompletableFuture<Void> begun() {
        try {
            List<Look> looks = new ArrayList<>();
            kinds().forEach((kind, owners) -> looks.add(new Look(kind, owners, false)));
            return all(looks);
        } catch (RuntimeException | Error notBegun) {
            return CompletableFuture.failedFuture(notBegun);
        }
    }

    private void looked() {
        boolean again;
        synchronized (this) {
            looking = false;
            again = lookAgain && !closed;
            lookAgain = false;
        }
        if (again) {
            plan(store.engine().now());
        }
    }

    private Map<HostKind, List<LocalOwner>> kinds() {
        return living(store.owners()).stream()
                .collect(Collectors.groupingBy(owner -> HostKind.of(owner.description())));
    }

    private static List<LocalOwner> living(Collection<LocalOwner> owners) {
        return owners.stream()
                .filter(owner -> owner.description().hostType() != null && !owner.isLost())
                .toList();
    }

    private static CompletableFuture<Void> all(List<Look> looks) {
        return CompletableFuture.allOf(looks.stream().map(Look::begin).toArray(CompletableFuture[]::new));
    }

    /** One look for the owners of a kind; it tells other stores if they do not look in this period. */
    private final class Look {

        private final HostKind kind;
        private final List<LocalOwner> owners;
        private final boolean tells;

        private Look(HostKind kind, List<LocalOwner> owners, boolean tells) {
            this.kind = kind;
            this.owners = owners;
            this.tells = tells;
        }

        private CompletableFuture<Void> begin() {
            // Read before the scan: what becomes due while it runs is then planned for, if it was not found.
            Instant lookedAt = store.engine().now();
            return walks.computeIfAbsent(kind, store.backlogs()::walk)
                    .look(1)
                    .thenAccept(found -> {
                        // What a look has not come to may want to run as well.
                        if (!found.slots().isEmpty() || !found.all()) {
                            found(lookedAt);
                        }
                    })
                    .thenCompose(looked -> store.engine().nextDue(kind.hostType(), lookedAt))
                    .thenAccept(next -> next.ifPresent(RunnableDetection.this::announced))
                    .toCompletableFuture();
        }

        private void found(Instant at) {
            owners.forEach(owner -> owner.events().signal(StoreEvent.HAS_RUNNABLE));
            if (tells) {
                store.engine().announce(new Announcement.MayRun(at));
            }
        }
    }
}
