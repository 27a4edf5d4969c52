// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.Decision;
import dev.rehydrate.slot.InspectSlot;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotOperation;
import dev.rehydrate.store.hazelcast.wire.OperationFormat;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the same of a slot on a backup as the owner of the partition has made of it, from the operation and the owner's
 * clock: a rule is a pure function, so the result is the same if, and only if, the slot before was. A backup whose slot is
 * another one has missed something: it must not say that it has the change, and the engine then brings it up to date.
 */
final class ReplayOnBackup implements EntryProcessor<UUID, StoredSlot, StoredReply>, SlotData {

    private static final long serialVersionUID = 1;

    private transient SlotOperation<?> operation;
    private transient Instant now;
    private transient Instant changedBefore;
    private transient long numberBefore;

    ReplayOnBackup() {
        this(new InspectSlot(Set.of()), Instant.EPOCH, Slot.EMPTY);
    }

    ReplayOnBackup(SlotOperation<?> operation, Instant now, Slot before) {
        this.operation = operation;
        this.now = now;
        this.changedBefore = before.changedAt();
        this.numberBefore = number(before);
    }

    private static long number(Slot slot) {
        InstanceRecord record = slot.instance();
        return record == null ? 0 : record.header().revision().number();
    }

    @Override
    public @Nullable StoredReply process(Map.Entry<UUID, StoredSlot> entry) {
        Slot before = StoredSlot.knownIn(entry);
        boolean same = number(before) == numberBefore && before.changedAt().equals(changedBefore);
        Decision<?> decision = operation.decide(Addresses.of(entry.getKey()), before, now);
        if (!same || !(decision instanceof Decision.Write<?> write)) {
            throw new IllegalStateException("this copy of slot " + entry.getKey()
                    + " has missed a change, and must be brought up to date before it can follow another");
        }
        OpenSlots.put(entry, write.next().isBlank() ? null : write.next());
        return null;
    }

    @Override
    public int getClassId() {
        return SlotDataFactory.REPLAY;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        writeInstant(now, out);
        writeInstant(changedBefore, out);
        out.writeLong(numberBefore);
        OperationFormat.write(operation, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        now = readInstant(in);
        changedBefore = readInstant(in);
        numberBefore = in.readLong();
        operation = OperationFormat.read(in);
    }

    private static void writeInstant(Instant instant, ObjectDataOutput out) throws IOException {
        out.writeLong(instant.getEpochSecond());
        out.writeInt(instant.getNano());
    }

    private static Instant readInstant(ObjectDataInput in) throws IOException {
        return Instant.ofEpochSecond(in.readLong(), in.readInt());
    }
}
