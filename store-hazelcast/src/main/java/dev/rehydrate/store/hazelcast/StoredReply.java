// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.Refusal;
import dev.rehydrate.store.hazelcast.wire.ReplyFormat;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A reply on its way back from a slot. */
final class StoredReply implements SlotData {

    private static final Reply<?> NOTHING_YET = new Reply.Refused<>(new Refusal.NotFound());

    private Reply<?> reply;
    private @Nullable DueHint due;
    private @Nullable String corrupt;

    StoredReply() {
        this(NOTHING_YET, null);
    }

    StoredReply(Reply<?> reply, @Nullable DueHint due) {
        this(reply, due, null);
    }

    private StoredReply(Reply<?> reply, @Nullable DueHint due, @Nullable String corrupt) {
        this.reply = reply;
        this.due = due;
        this.corrupt = corrupt;
    }

    /**
     * Says that the slot cannot be used. A reply and not a failure: of an exception of ours a client of the engine learns
     * only that something failed, and could not tell that nothing was done.
     *
     * @param what where the record is, and what was found there
     */
    static StoredReply corrupt(String what) {
        return new StoredReply(NOTHING_YET, null, what);
    }

    /**
     * {@return the reply}
     *
     * @throws StorageException if the slot cannot be used
     */
    Reply<?> reply() {
        if (corrupt != null) {
            throw StorageException.corrupt(corrupt, null);
        }
        return reply;
    }

    /** {@return when the instance wants to run from now on, or null if that has not changed} */
    @Nullable
    DueHint due() {
        return due;
    }

    @Override
    public int getClassId() {
        return SlotDataFactory.STORED_REPLY;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        ReplyFormat.write(reply, out);
        DueHint.writeOptional(due, out);
        out.writeString(corrupt);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        reply = ReplyFormat.read(in);
        due = DueHint.readOptional(in);
        corrupt = in.readString();
    }
}
