// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.util.Objects;
import java.util.UUID;

/**
 * What one writes on Hazelcast in an afternoon: a map of instances and a map of keys, changed by {@code replace(key, old, new)}.
 * A crash between the two leaves a key without an instance, or an instance without its key.
 */
public final class TwoMaps implements Documents {

    private final IMap<UUID, byte[]> instances;
    private final IMap<UUID, UUID> keys;

    /**
     * Uses two maps.
     *
     * @param hazelcast a member or a client
     * @param name with what their names begin
     */
    public TwoMaps(HazelcastInstance hazelcast, String name) {
        instances = hazelcast.getMap(name + "-instances");
        keys = hazelcast.getMap(name + "-keys");
    }

    @Override
    public Document create(UUID id, byte[] state) {
        Documents.require(keys.putIfAbsent(Document.keyOf(id), id) == null, id);
        Documents.require(instances.putIfAbsent(id, state) == null, id);
        return seen(id, state);
    }

    @Override
    public Document load(UUID id) {
        return seen(id, Objects.requireNonNull(instances.get(id)));
    }

    @Override
    public Document loadByKey(UUID id) {
        return load(Objects.requireNonNull(keys.get(Document.keyOf(id))));
    }

    @Override
    public Document save(Document seen, byte[] state) {
        Documents.require(instances.replace(seen.id(), seen.state(), state), seen.id());
        return seen(seen.id(), state);
    }

    @Override
    public void complete(Document seen) {
        Documents.require(instances.remove(seen.id(), seen.state()), seen.id());
        keys.delete(seen.key());
    }

    /** The version is the state itself. */
    private static Document seen(UUID id, byte[] state) {
        return new Document(id, state, state);
    }
}
