// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.due;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.query.Predicate;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.Map;
import java.util.UUID;

/** Slots whose instance will want to run by itself, now or later. */
public final class WantsToRun implements Predicate<UUID, StoredSlot>, SlotData {

    private static final long serialVersionUID = 1;

    @Override
    public boolean apply(Map.Entry<UUID, StoredSlot> entry) {
        return DueHint.of(StoredSlot.knownIn(entry)) != null;
    }

    @Override
    public int getClassId() {
        return TypeIds.WANTS_TO_RUN;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
