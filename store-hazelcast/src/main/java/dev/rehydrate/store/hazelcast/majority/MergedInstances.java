// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Instances that have lost the claim on a key in a merge, for a store of this member to look at. They are handed over when nothing has
 * been merged here for a while: while slots still arrive, a key can look as if two instances had it, or none.
 */
public final class MergedInstances {

    /** Longer than the members of a side are apart when they join the other side one after the other. */
    public static final Duration QUIET = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final String CONTEXT_KEY = "dev.rehydrate.merged";

    private final List<Listener> listeners = new ArrayList<>();
    private final Set<UUID> waiting = new LinkedHashSet<>();
    /** What a store has not done with yet; another one looks at it if that one is closed. */
    private final Map<UUID, Listener> handedOver = new LinkedHashMap<>();

    private @Nullable Listener planning;
    private long lastMerge;

    private record Listener(Function<UUID, CompletionStage<Void>> store, TimeSource time) {}

    private MergedInstances() {}

    /** {@return those of a member; on a client there are never any} */
    public static MergedInstances of(HazelcastInstance hazelcast) {
        return (MergedInstances)
                hazelcast.getUserContext().computeIfAbsent(CONTEXT_KEY, first -> new MergedInstances());
    }

    /**
     * Lets a store look at what is merged. Of several one does.
     *
     * @param store must not block; says when it has done with an instance
     * @param time by which it is quiet
     */
    public synchronized void add(Function<UUID, CompletionStage<Void>> store, TimeSource time) {
        listeners.add(new Listener(store, time));
        plan(QUIET);
    }

    /** Ends what {@link #add} began. What this store has not done with is for another one, or for the next one of this member. */
    public synchronized void remove(Function<UUID, CompletionStage<Void>> store) {
        listeners.removeIf(listener -> listener.store().equals(store));
        handedOver.forEach((instance, listener) -> {
            if (listener.store().equals(store)) {
                waiting.add(instance);
            }
        });
        handedOver.keySet().removeAll(waiting);
        if (planning != null && planning.store().equals(store)) {
            planning = null;
        }
        plan(QUIET);
    }

    /** Notes that a slot was merged, and with it these instances. */
    synchronized void merged(List<UUID> instances) {
        waiting.addAll(instances);
        if (planning == null) {
            plan(QUIET);
        }
        if (planning != null) {
            lastMerge = planning.time().nanoTime();
        }
    }

    private void plan(Duration pause) {
        if (planning == null && !listeners.isEmpty() && !waiting.isEmpty()) {
            Listener next = listeners.get(0);
            lastMerge = next.time().nanoTime();
            schedule(next, pause);
        }
    }

    /** Without a timer nothing is planned, so that the next merge, or the next store, plans it: nothing else would look at what was merged. */
    private void schedule(Listener listener, Duration pause) {
        planning = listener;
        try {
            listener.time().schedule(pause, () -> handOver(listener));
        } catch (RuntimeException | Error notScheduled) {
            planning = null;
            LOG.warn(
                    "the keys of {} merged instances are looked at after the next merge", waiting.size(), notScheduled);
        }
    }

    private synchronized void handOver(Listener listener) {
        if (!listener.equals(planning)) {
            return;
        }
        long left = QUIET.toNanos() - (listener.time().nanoTime() - lastMerge);
        if (left > 0) {
            schedule(listener, Duration.ofNanos(left));
            return;
        }
        planning = null;
        List<UUID> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(instance -> handedOver.put(instance, listener));
        all.forEach(
                instance -> listener.store().apply(instance).whenComplete((done, failure) -> done(instance, listener)));
    }

    private synchronized void done(UUID instance, Listener listener) {
        handedOver.remove(instance, listener);
    }
}
