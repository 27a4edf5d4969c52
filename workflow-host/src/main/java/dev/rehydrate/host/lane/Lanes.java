// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.host.async.TurnLimiter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All instances of this host, by id and by key (contract §5.3). */
public final class Lanes {

    /** Of instances whose timers are due at once so many are worked on; a message for another one waits for so many at most. */
    private static final int WOKEN_AT_ONCE = 32;

    private final ConcurrentMap<InstanceId, Lane> lanes = new ConcurrentHashMap<>();
    private final MemoryCapacity capacity = new MemoryCapacity();
    private final ConcurrentMap<InstanceKey, InstanceId> furtherKeys = new ConcurrentHashMap<>();
    private final BiFunction<InstanceId, Lanes, Lane> factory;
    private final TurnLimiter woken;
    private @Nullable LaneWork work;
    private volatile boolean stopped;

    public Lanes(BiFunction<InstanceId, Lanes, Lane> factory, Executor executor) {
        this.factory = factory;
        this.woken = new TurnLimiter(WOKEN_AT_ONCE, executor);
    }

    /** Sets what does the work that is due; called once, before the first job. */
    public void workBy(LaneWork dueWork) {
        work = dueWork;
    }

    /** The host has stopped: what its threads refuse is not tried again. */
    public void stop() {
        stopped = true;
    }

    /** Refuses the jobs that wait behind others: their turn has not begun, and may never do where a handler does not return. */
    public void refuseWaiting(Supplier<? extends Throwable> why) {
        lanes.values().forEach(lane -> lane.refuseWaiting(why));
    }

    boolean hasStopped() {
        return stopped;
    }

    /** Makes a job that does what is due for an instance in memory. */
    public Job dueWork() {
        return work().job();
    }

    LaneWork work() {
        LaneWork present = work;
        if (present == null) {
            throw new IllegalStateException("no work for instances in memory is registered");
        }
        return present;
    }

    /** Where messages with a key wait: at the instance in memory that has the key, else at the key's home. */
    public InstanceId addressOf(InstanceKey key) {
        return furtherKeys.getOrDefault(key, InstanceId.atHomeOf(key));
    }

    /** Queues a job in the lane of an address; {@link Lane#pump} must follow. */
    public Lane enqueue(InstanceId address, Job job) {
        return lanes.compute(address, (id, present) -> {
            Lane used = present == null ? factory.apply(id, this) : present;
            used.add(job);
            return used;
        });
    }

    /**
     * Queues a job together with a copy that was just loaded, in one step: a job of the lane that ends meanwhile would begin the
     * queued one without the copy, and the lane, which is unused then, would be forgotten with it. {@link Lane#pump} must follow.
     */
    Kept enqueue(Job job, Resident<?> copy) {
        AtomicReference<@Nullable Resident<?>> older = new AtomicReference<>();
        Lane lane = lanes.compute(copy.id(), (id, present) -> {
            Lane used = present == null ? factory.apply(id, this) : present;
            older.set(used.keep(copy));
            used.add(job);
            return used;
        });
        return new Kept(lane, older.get());
    }

    /**
     * A copy that is in memory now.
     *
     * @param lane where
     * @param older the copy that it replaces, or null
     */
    record Kept(Lane lane, @Nullable Resident<?> older) {}

    /** Does what is due for an instance in memory as soon as there is room among those that were woken. */
    void wake(InstanceId address) {
        var unused = woken.enter()
                .thenRun(() -> enqueue(address, new LimitedJob(dueWork(), woken::leave))
                        .pump());
    }

    /**
     * Forgets a job that waits no longer; else it would stay in memory behind a turn that never ends.
     *
     * @return false if the job had begun, or was not there
     */
    public boolean forget(InstanceId address, Job job) {
        AtomicBoolean forgotten = new AtomicBoolean();
        Lane left = lanes.computeIfPresent(address, (id, lane) -> {
            forgotten.set(lane.forget(job));
            return lane.isUnused() ? null : lane;
        });
        if (left != null) {
            left.pump();
        }
        return forgotten.get();
    }

    void removeIfUnused(Lane lane) {
        lanes.computeIfPresent(lane.address(), (id, present) -> present == lane && lane.isUnused() ? null : present);
    }

    /** How many instances are in memory, and how many may be. */
    MemoryCapacity capacity() {
        return capacity;
    }

    void learn(InstanceId instance, Set<InstanceKey> keys) {
        for (InstanceKey key : keys) {
            if (!instance.isHomeOf(key)) {
                furtherKeys.put(key, instance);
            }
        }
    }

    /** Removes an instance from the index of keys, with the keys under which it was added. */
    void unlearn(InstanceId instance, Set<InstanceKey> keys) {
        keys.forEach(key -> furtherKeys.remove(key, instance));
    }

    public boolean hasInMemory(InstanceId instance) {
        Lane lane = lanes.get(instance);
        return lane != null && lane.resident() != null;
    }

    /** {@return how many instances are in memory just now} */
    public int inMemory() {
        return capacity.present();
    }

    /** {@return the lanes that have an instance in memory just now} */
    public List<Lane> loaded() {
        List<Lane> loaded = new ArrayList<>();
        lanes.values().forEach(lane -> {
            if (lane.resident() != null) {
                loaded.add(lane);
            }
        });
        return loaded;
    }

    /** {@return how many jobs have begun or wait just now} */
    int jobs() {
        return lanes.values().stream().mapToInt(Lane::jobs).sum();
    }

    /** {@return how many instances have a copy in memory or a job; for tests} */
    int size() {
        return lanes.size();
    }
}
