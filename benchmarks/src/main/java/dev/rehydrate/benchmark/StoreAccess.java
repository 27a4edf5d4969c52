// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import com.hazelcast.map.IMap;
import dev.rehydrate.command.PersistenceCommand;
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
 */
record StoreAccess(InstanceStore store, OwnerId owner, IMap<UUID, byte[]> map) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    <R> R execute(InstanceHandle handle, PersistenceCommand<R> command) {
        return store.execute(handle, command, PATIENCE);
    }

    InstanceHandle handle() {
        return store.createHandle(owner);
    }

    InstanceHandle handle(InstanceId id) {
        return store.createHandle(owner, id);
    }

    static InstanceKey homeKeyOf(InstanceId id) {
        return new InstanceKey(id.high(), id.low());
    }
}
