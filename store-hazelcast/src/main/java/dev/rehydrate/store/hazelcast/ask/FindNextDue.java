// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.hazelcast.directory.DueOrder.Due;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.stored.SlotMark;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks when the next instance of a host type wants to run. */
public final class FindNextDue extends Question {

    private static final long serialVersionUID = 1;

    private transient String hostType;
    private transient Instant after;

    public FindNextDue() {
        this("", Instant.EPOCH);
    }

    FindNextDue(String hostType, Instant after) {
        this.hostType = hostType;
        this.after = after;
    }

    @Override
    Answer look(Share share) {
        Instant next = null;
        for (Share.Part part : share.parts()) {
            PartitionDirectory directory = part.directory();
            next = earlier(next, directory == null ? lookedThrough(share, part) : listed(share, part, directory));
        }
        return Answer.moment(next);
    }

    static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }

    private @Nullable Instant listed(Share share, Share.Part part, PartitionDirectory directory) {
        for (Due due : directory.due().dueAfter(hostType, after)) {
            StoredSlot slot = share.slots().read(part.number(), due.key());
            InstanceRecord record = slot == null ? null : slot.bare().instance();
            if (record != null && due.isOf(record)) {
                return due.at();
            }
            share.correct(part, due.key(), wrong -> wrong.due().remove(hostType, due));
        }
        return null;
    }

    private @Nullable Instant lookedThrough(Share share, Share.Part part) {
        @Nullable Instant[] next = {null};
        share.slots().each(part.number(), (key, slot) -> {
            InstanceRecord record = slot.bare().instance();
            Instant at = record == null || !hostType.equals(record.header().hostType()) ? null : record.runnableAt();
            if (at != null && at.isAfter(after)) {
                next[0] = earlier(next[0], at);
            }
            return true;
        });
        return next[0];
    }

    @Override
    public int getClassId() {
        return TypeIds.FIND_NEXT_DUE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeString(hostType);
        SlotMark.writeInstant(after, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        hostType = Objects.requireNonNullElse(in.readString(), "");
        after = SlotMark.readInstant(in);
    }
}
