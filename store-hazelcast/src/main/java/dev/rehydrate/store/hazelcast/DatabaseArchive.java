// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.behind.write.SlotArchive;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.jdbc.SlotReplica;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The tables of a durable store as the archive of a farm. */
final class DatabaseArchive implements SlotArchive {

    private final SlotReplica replica;

    DatabaseArchive(SlotReplica replica) {
        this.replica = replica;
    }

    @Override
    public Map<UUID, String> write(Map<UUID, Slot> slots, InstantSource clock, Function<UUID, Instant> settledAt) {
        Map<SlotAddress, Slot> byAddress = new HashMap<>();
        slots.forEach((key, slot) -> byAddress.put(Addresses.of(key), slot));
        Map<UUID, String> refused = new HashMap<>();
        replica.write(byAddress, clock, at -> settledAt.apply(Addresses.key(at)))
                .forEach((at, why) -> refused.put(Addresses.key(at), why));
        return refused;
    }

    @Override
    public void lookBack() {
        replica.lookBack();
    }

    @Override
    public boolean takeSetBack(Predicate<UUID> isThere) {
        return replica.takeSetBack(at -> isThere.test(Addresses.key(at)));
    }

    @Override
    public List<String> blockers() {
        return replica.blockers();
    }

    @Override
    public List<UUID> addresses(@Nullable UUID after, int limit) {
        return replica.addresses(after == null ? null : Addresses.of(after), limit).stream()
                .map(Addresses::key)
                .toList();
    }

    @Override
    public Map<UUID, Slot> read(List<UUID> addresses, DamageReceiver damaged) {
        Map<UUID, Slot> slots = new HashMap<>();
        replica.read(addresses.stream().map(Addresses::of).toList()).forEach((at, row) -> {
            if (row.damage() == null) {
                slots.put(Addresses.key(at), row.slot());
            } else {
                damaged.damaged(Addresses.key(at), row.damage());
            }
        });
        return slots;
    }

    @Override
    public void close() {
        replica.close();
    }
}
