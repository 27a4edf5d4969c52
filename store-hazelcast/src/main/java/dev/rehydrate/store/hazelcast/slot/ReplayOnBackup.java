// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.format.OperationFormat;
import dev.rehydrate.slot.Growth;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.hazelcast.heap.HeapGuard;
import dev.rehydrate.store.hazelcast.majority.TermOnBackup;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.SlotMark;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Replays an operation on a backup copy of a slot, with the time that the owner of the partition used.
 *
 * <p>Why a replay. A slot may have many kilobytes, and most operations change a few bytes of it. To send the operation costs
 * less than to send the slot, and the backup computes the same slot by itself: a rule is a pure function of the address, the
 * slot, the operation and the time, and all four are the same. {@link PutSlot} sends the whole slot in the cases in which the
 * operation is not smaller, such as a save that replaces the data, or the end of an instance, which leaves a small slot.
 *
 * <p>When a replay would be wrong. The result is the same only if the slot was the same before. A backup may have missed an
 * earlier change, for example during a migration. {@link SlotMark} therefore names the slot as it was on the owner, and a
 * backup with another slot fails instead of computing a third version. It must not acknowledge the change: the engine then
 * counts it as a missing backup, and brings the copy up to date.
 */
public final class ReplayOnBackup extends MemberData implements EntryProcessor<UUID, StoredSlot, Object> {

    private static final long serialVersionUID = 1;

    private transient SlotOperation<?> operation;
    private transient Instant now;
    private transient SlotMark before;
    private transient long term;

    public ReplayOnBackup() {
        this(new InspectSlot(Set.of()), Instant.EPOCH, SlotMark.of(Slot.EMPTY), TermOnBackup.NONE);
    }

    public ReplayOnBackup(SlotOperation<?> operation, Instant now, SlotMark before, long term) {
        this.operation = operation;
        this.now = now;
        this.before = before;
        this.term = term;
    }

    @Override
    public @Nullable Object process(Map.Entry<UUID, StoredSlot> entry) {
        TermOnBackup.require(member, term);
        Slot here = StoredSlot.knownIn(entry);
        Decision<?> decision = operation.decide(Addresses.of(entry.getKey()), here, now);
        if (!before.isOf(here) || !(decision instanceof Decision.Write<?> write)) {
            throw new IllegalStateException("this copy of slot " + entry.getKey()
                    + " has missed a change, and must be brought up to date before it can follow another");
        }
        HeapGuard.kept(member, Growth.between(here, write.next()));
        entry.setValue(StoredSlot.of(write.next()));
        return null;
    }

    @Override
    public int getClassId() {
        return TypeIds.REPLAY;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        SlotMark.writeInstant(now, out);
        before.write(out);
        OperationFormat.write(operation, out);
        TermOnBackup.write(term, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        now = SlotMark.readInstant(in);
        before = SlotMark.read(in);
        operation = OperationFormat.read(in);
        term = TermOnBackup.read(in);
    }
}
