// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.due;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * That an instance may want to run at a time. Only a hint: the slot says whether it does. It has a map of its own, because an
 * index on the slots would make the engine copy a slot, payload and all, for every operation (ADR 44).
 */
public final class DueHint implements SlotData {

    /** The indexed attribute. */
    public static final String DUE = "due";

    private long dueMillis;
    private String hostType = "";

    public DueHint() {}

    public DueHint(long dueMillis, String hostType) {
        this.dueMillis = dueMillis;
        this.hostType = hostType;
    }

    /** {@return the hint of a slot, or null if its instance will not want to run by itself} */
    public static @Nullable DueHint of(Slot slot) {
        InstanceRecord record = slot.instance();
        Instant due = record == null ? null : record.runnableAt();
        if (record == null || due == null) {
            return null;
        }
        String hostType = record.header().hostType();
        return hostType == null ? null : new DueHint(nextMillisecond(due), hostType);
    }

    /** {@return the hint of a slot, or null if it is the same as it was before a change, or none} */
    public static @Nullable DueHint newIn(Slot before, Slot next) {
        DueHint hint = of(next);
        return hint == null || hint.equals(of(before)) ? null : hint;
    }

    /** Never before its time, or it would be looked at in vain and then no more. */
    private static long nextMillisecond(Instant due) {
        long millis = due.toEpochMilli();
        return due.isAfter(Instant.ofEpochMilli(millis)) ? millis + 1 : millis;
    }

    /** Reads the hint in an entry; what no store has written counts as none. */
    public static @Nullable DueHint in(Map.Entry<UUID, ?> entry) {
        return entry.getValue() instanceof DueHint hint ? hint : null;
    }

    long dueMillis() {
        return dueMillis;
    }

    String hostType() {
        return hostType;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DueHint hint && dueMillis == hint.dueMillis && hostType.equals(hint.hostType);
    }

    @Override
    public int hashCode() {
        return Objects.hash(dueMillis, hostType);
    }

    @Override
    public int getClassId() {
        return TypeIds.DUE_HINT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(dueMillis);
        out.writeString(hostType);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        dueMillis = in.readLong();
        hostType = Objects.requireNonNullElse(in.readString(), "");
    }

    public static void writeOptional(@Nullable DueHint hint, ObjectDataOutput out) throws IOException {
        out.writeBoolean(hint != null);
        if (hint != null) {
            hint.writeData(out);
        }
    }

    public static @Nullable DueHint readOptional(ObjectDataInput in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        DueHint hint = new DueHint();
        hint.readData(in);
        return hint;
    }
}
