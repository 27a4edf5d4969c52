// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.farm;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.UUID;

/**
 * What callers use: a store with an owner, and the member or client below it, where bare maps are.
 *
 * @param store the store
 * @param owner an owner of the store
 * @param hazelcast what the store sits on
 */
public record StoreAccess(InstanceStore store, OwnerId owner, HazelcastInstance hazelcast) {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    public <R> R execute(InstanceHandle handle, PersistenceCommand<R> command) {
        return store.execute(handle, command, PATIENCE);
    }

    public InstanceHandle handle() {
        return store.createHandle(owner);
    }

    public InstanceHandle handle(InstanceId id) {
        return store.createHandle(owner, id);
    }

    /** {@return a map of bytes, with as many backups as the store's} */
    public IMap<UUID, byte[]> map() {
        return hazelcast.getMap(Settings.BARE);
    }
}
