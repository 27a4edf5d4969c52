// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.ValueBag;
import dev.rehydrate.store.InstanceStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a store shows of some instances and keys at one moment.
 *
 * @param instances what loads by id show
 * @param keys what loads by key lead to
 * @param listed what a query lists
 */
record Shown(Map<InstanceId, One> instances, Map<InstanceKey, InstanceId> keys, Set<InstanceId> listed) {

    /** One instance; without its hold, which ends with the farm. */
    record One(InstanceHeader header, Map<InstanceKey, KeyState> keys, Map<String, Object> data) {

        static One of(InstanceSnapshot snapshot) {
            Map<InstanceKey, KeyState> keys = new HashMap<>();
            snapshot.keys().forEach((key, view) -> keys.put(key, view.state()));
            return new One(free(snapshot.header()), keys, values(snapshot.data()));
        }

        private static Map<String, Object> values(ValueBag bag) {
            Map<String, Object> values = new TreeMap<>();
            bag.names().forEach(name -> values.put(name, Objects.requireNonNull(bag.get(name, Object.class))));
            return values;
        }

        boolean expiresUntil(Instant moment) {
            Instant at = header.expiresAt();
            return at != null && !at.isAfter(moment) && header.dueAt() == null && header.suspension() == null;
        }
    }

    static Shown by(InstanceStore store, List<InstanceId> ids, List<InstanceKey> keys) {
        Map<InstanceId, One> instances = new HashMap<>();
        ids.forEach(id -> load(store, id).ifPresent(found -> instances.put(id, One.of(found))));
        Map<InstanceKey, InstanceId> ways = new HashMap<>();
        keys.forEach(key -> {
            InstanceId found = wayOf(store, key);
            if (found != null) {
                ways.put(key, found);
            }
        });
        Set<InstanceId> listed = new HashSet<>();
        store.commands()
                .execute(
                        QueryInstances.of(InstanceQuery.builder().page(0, 1_000).build()))
                .entries()
                .forEach(entry -> listed.add(entry.header().id()));
        return new Shown(instances, ways, listed);
    }

    private static Optional<InstanceSnapshot> load(InstanceStore store, InstanceId id) {
        return store.commands().execute(id, LoadInstance.of(LoadMode.peek())).loaded();
    }

    private static @Nullable InstanceId wayOf(InstanceStore store, InstanceKey key) {
        return store.commands()
                .execute(LoadInstanceByKey.of(key, LoadMode.peek()))
                .loaded()
                .map(InstanceSnapshot::id)
                .orElse(null);
    }

    /** The header without the hold, which ends with the farm. */
    static InstanceHeader free(InstanceHeader header) {
        return new InstanceHeader(
                header.id(),
                header.revision(),
                new FencingToken(1),
                header.state(),
                null,
                header.hostType(),
                header.definition(),
                header.suspension(),
                header.dueAt(),
                header.createdAt(),
                header.updatedAt(),
                header.expiresAt());
    }

    /** What is left when what has expired is gone. */
    Shown at(Instant moment) {
        Map<InstanceId, One> left = new HashMap<>(instances);
        left.values().removeIf(one -> one.expiresUntil(moment));
        Map<InstanceKey, InstanceId> ways = new HashMap<>(keys);
        ways.values().retainAll(left.keySet());
        Set<InstanceId> rest = new HashSet<>(listed);
        rest.retainAll(left.keySet());
        return new Shown(left, ways, rest);
    }
}
