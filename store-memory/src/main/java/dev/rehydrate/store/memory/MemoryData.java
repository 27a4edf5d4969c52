// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.SweepTurn;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What memory stores keep. Stores that are opened on the same data see each other's instances, as the nodes of a farm do;
 * the data is gone when nothing refers to it any more. Safe for use by many threads.
 */
public final class MemoryData {

    private final Map<SlotAddress, Slot> slots = new ConcurrentHashMap<>();
    private final Map<OwnerId, OwnerRecord> owners = new ConcurrentHashMap<>();
    private final SweepTurn sweepTurn = new SweepTurn();
    private final DueIndex due = new DueIndex();
    private final List<Consumer<Announcement>> listeners = new CopyOnWriteArrayList<>();

    /** Makes data without any instance. */
    public MemoryData() {}

    Map<SlotAddress, Slot> slots() {
        return slots;
    }

    Map<OwnerId, OwnerRecord> owners() {
        return owners;
    }

    SweepTurn sweepTurn() {
        return sweepTurn;
    }

    DueIndex due() {
        return due;
    }

    List<Consumer<Announcement>> listeners() {
        return listeners;
    }
}
