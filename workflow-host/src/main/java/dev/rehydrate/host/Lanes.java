// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** All instances of this host, by id and by key (contract §5.3). */
final class Lanes {

    private final ConcurrentMap<InstanceId, Lane> lanes = new ConcurrentHashMap<>();
    private final MemoryRoom room = new MemoryRoom();
    private final ConcurrentMap<InstanceKey, InstanceId> furtherKeys = new ConcurrentHashMap<>();
    private final BiFunction<InstanceId, Lanes, Lane> factory;
    private Supplier<Job> work = () -> {
        throw new IllegalStateException("nobody works off what is due");
    };

    Lanes(BiFunction<InstanceId, Lanes, Lane> factory) {
        this.factory = factory;
    }

    /** Says who works off what an instance in memory has to do. */
    void workBy(Supplier<Job> maker) {
        work = maker;
    }

    /** A job that works off what is due. */
    Job work() {
        return work.get();
    }

    /** Where messages with a key wait: at the instance in memory that has the key, else at the key's home. */
    InstanceId addressOf(InstanceKey key) {
        return furtherKeys.getOrDefault(key, InstanceId.atHomeOf(key));
    }

    /** Lets a job wait at an address; {@link Lane#pump} must follow. */
    Lane enqueue(InstanceId address, Job job) {
        return lanes.compute(address, (id, present) -> {
            Lane used = present == null ? factory.apply(id, this) : present;
            used.add(job);
            return used;
        });
    }

    /** Whoever waits no longer is forgotten, or would be kept for ever behind a turn that never ends. */
    void forget(InstanceId address, Job job) {
        lanes.computeIfPresent(address, (id, lane) -> {
            lane.forget(job);
            return lane.isUnused() ? null : lane;
        });
    }

    void removeIfUnused(Lane lane) {
        lanes.computeIfPresent(lane.address(), (id, present) -> present == lane && lane.isUnused() ? null : present);
    }

    /** What is known of the room for instances in memory. */
    MemoryRoom room() {
        return room;
    }

    void learn(InstanceId instance, Set<InstanceKey> keys) {
        for (InstanceKey key : keys) {
            if (!instance.isHomeOf(key)) {
                furtherKeys.put(key, instance);
            }
        }
    }

    /** Forgets an instance with the keys by which it was known, which it may have released since. */
    void unlearn(InstanceId instance, Set<InstanceKey> keys) {
        keys.forEach(key -> furtherKeys.remove(key, instance));
    }

    boolean hasInMemory(InstanceId instance) {
        Lane lane = lanes.get(instance);
        return lane != null && lane.resident() != null;
    }

    /** {@return how many instances are in memory just now} */
    int inMemory() {
        return room.present();
    }

    /** {@return the lanes that have an instance in memory just now} */
    List<Lane> loaded() {
        List<Lane> loaded = new ArrayList<>();
        lanes.values().forEach(lane -> {
            if (lane.resident() != null) {
                loaded.add(lane);
            }
        });
        return loaded;
    }

    /** {@return how many instances have a copy in memory or a job; for tests} */
    int size() {
        return lanes.size();
    }
}
