// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import com.hazelcast.map.IMap;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.UUID;

/**
 * What a caller uses: a store with an owner, and a bare map on the same member or client.
 *
 * @param store the store
 * @param owner an owner of the store
 * @param map a map of bytes, with as many backups as the store's
 * @param mixed whether some instances are kept by the member of this access, and others elsewhere
 */
record StoreAccess(InstanceStore store, OwnerId owner, IMap<UUID, byte[]> map, boolean mixed) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** With half of all partitions here and half elsewhere, one draw in a million takes more. */
    private static final int MOST_DRAWS = 20;

    <R> R execute(InstanceHandle handle, PersistenceCommand<R> command) {
        return store.execute(handle, command, PATIENCE);
    }

    InstanceHandle handle() {
        return store.createHandle(owner);
    }

    InstanceHandle handle(InstanceId id) {
        return store.createHandle(owner, id);
    }

    /**
     * Draws an id.
     *
     * @param here whether the member of this access shall keep its slot, if there are others
     * @return a random id
     */
    InstanceId draw(boolean here) {
        InstanceId id = InstanceId.random();
        for (int draws = 1; mixed && isHere(id) != here && draws < MOST_DRAWS; draws++) {
            id = InstanceId.random();
        }
        return id;
    }

    private boolean isHere(InstanceId id) {
        return store.placementOf(id).filter(Placement::here).isPresent();
    }

    static InstanceKey homeKeyOf(InstanceId id) {
        return new InstanceKey(id.high(), id.low());
    }
}
