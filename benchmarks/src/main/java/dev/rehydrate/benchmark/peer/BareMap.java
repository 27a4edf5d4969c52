// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import com.hazelcast.map.IMap;
import java.util.Objects;
import java.util.UUID;

/** The floor: the bare map below the store. It checks nothing and has no key but the id. */
public final class BareMap implements Documents {

    private static final Integer NO_VERSION = 0;

    private final IMap<UUID, byte[]> map;

    /**
     * Wraps a map.
     *
     * @param map the map
     */
    public BareMap(IMap<UUID, byte[]> map) {
        this.map = map;
    }

    /** {@return the map} */
    public IMap<UUID, byte[]> map() {
        return map;
    }

    @Override
    public Document create(UUID id, byte[] state) {
        map.set(id, state);
        return new Document(id, NO_VERSION, state);
    }

    @Override
    public Document load(UUID id) {
        return new Document(id, NO_VERSION, Objects.requireNonNull(map.get(id)));
    }

    @Override
    public Document loadByKey(UUID id) {
        return load(id);
    }

    @Override
    public Document save(Document seen, byte[] state) {
        map.set(seen.id(), state);
        return new Document(seen.id(), NO_VERSION, state);
    }

    @Override
    public void complete(Document seen) {
        map.delete(seen.id());
    }
}
