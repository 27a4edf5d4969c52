// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What each owner holds in one partition. One thread writes. */
public final class HeldKeys {

    private final Map<OwnerId, Set<UUID>> byOwner = new ConcurrentHashMap<>();

    void move(UUID key, @Nullable InstanceRecord before, @Nullable InstanceRecord after) {
        OwnerId from = before == null ? null : before.header().holder();
        OwnerId to = after == null ? null : after.header().holder();
        if (from != null && !from.equals(to)) {
            remove(from, key);
        }
        if (to != null) {
            byOwner.computeIfAbsent(to, owner -> ConcurrentHashMap.newKeySet()).add(key);
        }
    }

    public void remove(OwnerId holder, UUID key) {
        Set<UUID> held = byOwner.get(holder);
        if (held != null && held.remove(key) && held.isEmpty()) {
            byOwner.remove(holder);
        }
    }

    /** {@return the owners that hold something} */
    public Set<OwnerId> owners() {
        return byOwner.keySet();
    }

    public Set<UUID> of(OwnerId owner) {
        return byOwner.getOrDefault(owner, Set.of());
    }
}
