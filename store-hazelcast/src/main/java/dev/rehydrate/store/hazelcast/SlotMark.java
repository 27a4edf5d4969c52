// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import java.io.IOException;
import java.time.Instant;

/**
 * By which a backup knows whether its copy of a slot is the one that the owner of the partition has.
 *
 * @param number the number of the revision, 0 without an instance
 * @param changedAt when the slot changed last
 */
record SlotMark(long number, Instant changedAt) {

    static SlotMark of(Slot slot) {
        return new SlotMark(number(slot), slot.changedAt());
    }

    private static long number(Slot slot) {
        InstanceRecord record = slot.instance();
        return record == null ? 0 : record.header().revision().number();
    }

    boolean isOf(Slot slot) {
        return number(slot) == number && slot.changedAt().equals(changedAt);
    }

    void write(ObjectDataOutput out) throws IOException {
        writeInstant(changedAt, out);
        out.writeLong(number);
    }

    static SlotMark read(ObjectDataInput in) throws IOException {
        Instant changedAt = readInstant(in);
        return new SlotMark(in.readLong(), changedAt);
    }

    static void writeInstant(Instant instant, ObjectDataOutput out) throws IOException {
        out.writeLong(instant.getEpochSecond());
        out.writeInt(instant.getNano());
    }

    static Instant readInstant(ObjectDataInput in) throws IOException {
        return Instant.ofEpochSecond(in.readLong(), in.readInt());
    }
}
