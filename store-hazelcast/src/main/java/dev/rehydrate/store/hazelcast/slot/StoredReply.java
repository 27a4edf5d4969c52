// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.ReplyFormat;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A reply on its way back from a slot. */
public final class StoredReply implements SlotData {

    private static final Reply<?> NOTHING_YET = new Reply.Refused<>(new Refusal.NotFound());

    private Reply<?> reply;
    private @Nullable String failure;
    private boolean corrupt;

    public StoredReply() {
        this(NOTHING_YET);
    }

    public StoredReply(Reply<?> reply) {
        this.reply = reply;
    }

    /**
     * Says that the record in the slot cannot be used. A reply and not a failure: of an exception of ours a client of the
     * engine learns only that something failed, and could not tell that nothing was done.
     *
     * @param what where the record is, and what was found there
     */
    public static StoredReply corrupt(String what) {
        StoredReply none = unavailable(what);
        none.corrupt = true;
        return none;
    }

    /**
     * Says that nothing was done, for a reason that may pass. A reply for the same reason.
     *
     * @param why at which slot, and why
     */
    public static StoredReply unavailable(String why) {
        StoredReply none = new StoredReply();
        none.failure = why;
        return none;
    }

    /**
     * {@return the reply}
     *
     * @throws StorageException if there is none; nothing was done then
     */
    public Reply<?> reply() {
        if (failure != null) {
            throw corrupt ? StorageException.corrupt(failure, null) : new StorageException(Effect.NONE, failure, null);
        }
        return reply;
    }

    /** Whether this is a reply, and not the reason why there is none. */
    boolean isThere() {
        return failure == null;
    }

    /** What is behind each reply that is there. */
    static void writeEnding(ObjectDataOutput out) throws IOException {
        writeFailure(null, false, out);
    }

    private static void writeFailure(@Nullable String failure, boolean corrupt, ObjectDataOutput out)
            throws IOException {
        out.writeString(failure);
        out.writeBoolean(corrupt);
    }

    @Override
    public int getClassId() {
        return TypeIds.STORED_REPLY;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        ReplyFormat.write(reply, out);
        writeFailure(failure, corrupt, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        reply = ReplyFormat.read(in);
        failure = in.readString();
        corrupt = in.readBoolean();
    }
}
