// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A map that has an index. To open it is an operation on all partitions, and fails like any other one: while a protected farm
 * has no majority, or when a backup does not answer because others join at the same moment. A member must start all the
 * same, so the map is opened when it can be.
 */
public final class LateMap<K, V> implements Supplier<IMap<K, V>> {

    private final HazelcastInstance hazelcast;
    private final String name;
    private volatile @Nullable IMap<K, V> map;

    public LateMap(HazelcastInstance hazelcast, String name) {
        this.hazelcast = hazelcast;
        this.name = name;
        try {
            map = hazelcast.getMap(name);
        } catch (HazelcastException | IllegalStateException notYet) {
            map = null;
        }
    }

    /**
     * Opens the map, if that is still to be done, and waits for it.
     *
     * @throws HazelcastException if it still cannot be opened
     */
    @Override
    public IMap<K, V> get() {
        IMap<K, V> opened = map;
        if (opened == null) {
            opened = hazelcast.getMap(name);
            map = opened;
        }
        return opened;
    }
}
