// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.StoreFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.awaitility.Awaitility;

/** Stores on a running cluster, one node of the farm after the other on the next of its ways in. */
final class ClusterFixture implements StoreFixture {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<HazelcastInstance> members;
    private final List<HazelcastInstance> waysIn;
    private final BiFunction<HazelcastInstance, StoreOptions, InstanceStore> opener;
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-03-01T12:00:00Z"));
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger listeners = new AtomicInteger();
    private int opened;

    /**
     * Begins with an empty cluster.
     *
     * @param members all members
     * @param waysIn the members or clients that stores are opened on
     */
    ClusterFixture(List<HazelcastInstance> members, List<HazelcastInstance> waysIn) {
        this(members, waysIn, HazelcastInstanceStore::open);
    }

    /**
     * Begins with an empty cluster.
     *
     * @param members all members
     * @param waysIn the members or clients that stores are opened on
     * @param opener opens a store
     */
    ClusterFixture(
            List<HazelcastInstance> members,
            List<HazelcastInstance> waysIn,
            BiFunction<HazelcastInstance, StoreOptions, InstanceStore> opener) {
        this.members = members;
        this.waysIn = waysIn;
        this.opener = opener;
        clear();
        members.forEach(member -> member.getUserContext().put(FarmClock.CONTEXT_KEY, new FarmClock(time)));
        waysIn.forEach(way -> way.getUserContext().put(FarmClock.CONTEXT_KEY, new FarmClock(time)));
    }

    @Override
    public InstanceStore open(StoreOptions options) {
        HazelcastInstance way = waysIn.get(opened++ % waysIn.size());
        StoreOptions counted = options.withDecorator(
                engine -> options.decorator().apply(new CountedEngine(engine, underWay, listeners)));
        return opener.apply(way, counted);
    }

    @Override
    public ManualTime time() {
        return time;
    }

    /** Each task runs at its own moment, and what it sends has ended before the next one's moment comes. */
    @Override
    public void advance(Duration by) {
        Duration left = by;
        settle();
        while (true) {
            Duration step = time.untilNextTask().orElse(left);
            if (step.compareTo(left) > 0) {
                break;
            }
            time.advance(step);
            left = left.minus(step);
            settle();
            if (step.isZero() && left.isZero()) {
                break;
            }
        }
        time.advance(left);
        settle();
    }

    @Override
    public boolean isIdle() {
        return underWay.get() == 0;
    }

    private void settle() {
        Awaitility.await()
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(PATIENCE)
                .until(this::isIdle);
    }

    @Override
    public void close() {
        clear();
    }

    private void clear() {
        HazelcastInstance member = members.get(0);
        member.getMap(ClusterConfig.SLOTS).clear();
        member.getMap(ClusterConfig.HINTS).clear();
        member.getMap(ClusterConfig.OWNERS).clear();
    }
}
