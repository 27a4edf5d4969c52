// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import java.io.IOException;
import java.time.Instant;

/**
 * By which a backup knows whether its copy of a slot is the one that the owner of the partition has.
 *
 * @param incarnation the life of the instance, 0 without an instance
 * @param number the number of its revision, 0 without an instance
 * @param check the check bits of its revision, 0 without an instance
 * @param changedAt when the slot changed last
 */
public record SlotMark(long incarnation, long number, int check, Instant changedAt) {

    public static SlotMark of(Slot slot) {
        InstanceRecord record = slot.instance();
        if (record == null) {
            return new SlotMark(0, 0, 0, slot.changedAt());
        }
        Revision revision = record.header().revision();
        return new SlotMark(revision.incarnation(), revision.number(), revision.check(), slot.changedAt());
    }

    public boolean isOf(Slot slot) {
        return equals(of(slot));
    }

    public void write(ObjectDataOutput out) throws IOException {
        writeInstant(changedAt, out);
        out.writeLong(incarnation);
        out.writeLong(number);
        out.writeInt(check);
    }

    public static SlotMark read(ObjectDataInput in) throws IOException {
        Instant changedAt = readInstant(in);
        return new SlotMark(in.readLong(), in.readLong(), in.readInt(), changedAt);
    }

    public static void writeInstant(Instant instant, ObjectDataOutput out) throws IOException {
        out.writeLong(instant.getEpochSecond());
        out.writeInt(instant.getNano());
    }

    public static Instant readInstant(ObjectDataInput in) throws IOException {
        return Instant.ofEpochSecond(in.readLong(), in.readInt());
    }
}
