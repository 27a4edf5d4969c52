// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.Slot;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lets a backup confirm that its copy of a slot is the one that the owner answers from, and that the term of the owner is not
 * over: what the owner then shows cannot be lost any more, and nothing newer was acknowledged elsewhere.
 */
final class ConfirmOnBackup implements EntryProcessor<UUID, StoredSlot, StoredReply>, SlotData, HazelcastInstanceAware {

    private static final long serialVersionUID = 1;

    private transient SlotMark shown;
    private transient long term;
    private transient @Nullable HazelcastInstance member;

    ConfirmOnBackup() {
        this(SlotMark.of(Slot.EMPTY), TermOnBackup.NONE);
    }

    ConfirmOnBackup(SlotMark shown, long term) {
        this.shown = shown;
        this.term = term;
    }

    @Override
    public @Nullable StoredReply process(Map.Entry<UUID, StoredSlot> entry) {
        TermOnBackup.require(member, term);
        if (!shown.isOf(StoredSlot.knownIn(entry))) {
            throw new IllegalStateException("this copy of slot " + entry.getKey()
                    + " is not the one that is being read, and must be brought up to date first");
        }
        return null;
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance instance) {
        member = instance;
    }

    @Override
    public int getClassId() {
        return SlotDataFactory.CONFIRM;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        shown.write(out);
        TermOnBackup.write(term, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        shown = SlotMark.read(in);
        term = TermOnBackup.read(in);
    }
}
