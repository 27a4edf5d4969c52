// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Lets the member that has a slot write it, changed or not, there or not: another one may have written an older state late, or had it to write. */
public class NoteAgain extends MemberData implements EntryProcessor<UUID, StoredSlot, Object> {

    private static final long serialVersionUID = 1;

    @Override
    public @Nullable Object process(Map.Entry<UUID, StoredSlot> entry) {
        MemberChanges.noteAgain(member, entry.getKey());
        return null;
    }

    @Override
    public @Nullable EntryProcessor<UUID, StoredSlot, Object> getBackupProcessor() {
        return null;
    }

    @Override
    public int getClassId() {
        return TypeIds.NOTE_AGAIN;
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
