// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runtime;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.observation.LogScope;
import dev.rehydrate.store.waiting.RecentInstances;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Notifies callers that wait for held instances of their release (ADR 63). A store announces its waits, and only stores that
 * have received such an announcement announce a release. An announcement may be lost, so a caller that waits also polls.
 */
public final class ReleaseNews {

    private static final int MOST = 10_000;
    private static final Duration WANTED_FOR = Duration.ofMinutes(1);
    /** In time to be heard before the others forget, and seldom enough for callers that poll many times a second. */
    private static final Duration ASKED_FOR = Duration.ofSeconds(20);

    private final StorageEngine engine;
    private final TimeSource time;
    private final RecentInstances wanted;
    private final RecentInstances asked;
    private final Map<InstanceId, Set<Wait>> waits = new ConcurrentHashMap<>();
    private volatile boolean closed;

    ReleaseNews(StorageEngine engine, TimeSource time) {
        this.engine = engine;
        this.time = time;
        this.wanted = new RecentInstances(time::nanoTime, WANTED_FOR, MOST);
        this.asked = new RecentInstances(time::nanoTime, ASKED_FOR, MOST);
    }

    /** Completes when the release is heard of, when the time is over, or when the store closes. */
    public CompletableFuture<Void> await(InstanceId instance, Duration timeout) {
        Wait wait = new Wait(instance);
        add(wait);
        wait.during(timeout);
        if (closed) {
            wait.ended.complete(null);
        }
        return wait.ended;
    }

    /** A caller of this store or of another one waits for an instance. */
    public void wanted(InstanceId instance) {
        wanted.note(instance);
    }

    /** A hold was given up here. */
    public void gaveUp(InstanceId instance) {
        if (wanted.forget(instance)) {
            engine.announce(new Announcement.Released(instance));
        }
    }

    /** A hold was released, here or elsewhere. A caller that waits for the next release has to announce its wait again. */
    public void released(InstanceId instance) {
        asked.forget(instance);
        Set<Wait> over = waits.remove(instance);
        if (over != null) {
            over.forEach(Wait::end);
        }
    }

    /** Ends all waits. */
    public void close() {
        closed = true;
        waits.values().forEach(all -> all.forEach(Wait::end));
    }

    private void ask(InstanceId instance) {
        if (!asked.has(instance)) {
            asked.note(instance);
            engine.announce(new Announcement.Wanted(instance));
        }
    }

    private void add(Wait wait) {
        waits.compute(wait.instance, (instance, others) -> {
            Set<Wait> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(wait);
            return all;
        });
    }

    private void remove(Wait wait) {
        waits.computeIfPresent(wait.instance, (instance, all) -> {
            all.remove(wait);
            return all.isEmpty() ? null : all;
        });
    }

    private final class Wait {

        private final InstanceId instance;
        private final LogScope context = LogScope.current();
        private final CompletableFuture<Void> ended = new CompletableFuture<>();
        private volatile TimeSource.Cancellable timer = () -> {};

        private Wait(InstanceId instance) {
            this.instance = instance;
            var unused = ended.whenComplete((done, failure) -> {
                timer.cancel();
                remove(this);
            });
        }

        private void during(Duration left) {
            if (left.isZero()) {
                ended.complete(null);
            }
            if (ended.isDone()) {
                return;
            }
            ask(instance);
            Duration step = left.compareTo(ASKED_FOR) < 0 ? left : ASKED_FOR;
            timer = time.schedule(step, () -> during(left.minus(step)));
            if (ended.isDone()) {
                timer.cancel();
            }
        }

        /** Not in the thread that brings the announcement: callbacks may block. */
        private void end() {
            engine.callbackExecutor().execute(() -> context.during(() -> ended.complete(null)));
        }
    }
}
