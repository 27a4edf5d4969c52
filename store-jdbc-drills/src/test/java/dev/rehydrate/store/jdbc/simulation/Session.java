// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.store.jdbc.commit.SlotDatabase;
import dev.rehydrate.store.jdbc.commit.SlotWrite;
import dev.rehydrate.store.jdbc.commit.StoredSlot;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The calls of one process. */
final class Session implements SlotDatabase {

    private final SimulatedDatabase database;
    private final BooleanSupplier alive;

    Session(SimulatedDatabase database, BooleanSupplier alive) {
        this.database = database;
        this.alive = alive;
    }

    @Override
    public Map<SlotAddress, StoredSlot> read(Collection<SlotAddress> addresses) {
        return database.read(addresses, alive);
    }

    @Override
    public Map<SlotAddress, Long> commit(List<SlotWrite> writes, @Nullable RowWork work) {
        return database.commit(writes, work, alive);
    }
}
