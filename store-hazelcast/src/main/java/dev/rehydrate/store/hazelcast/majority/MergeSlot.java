// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import dev.rehydrate.store.hazelcast.term.MemberTerm;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Brings a slot of a member of a protected farm into the cluster that this member has joined, and says whether it stays: of
 * two slots that of the later term stays, and within one term the one that got further.
 */
public final class MergeSlot extends MemberData implements EntryProcessor<UUID, StoredSlot, Boolean> {

    private static final long serialVersionUID = 1;

    private transient MergedSlot brought;
    /** Whether it only remains to store it, on a backup. */
    private boolean decided;

    private transient @Nullable MergeSlot forBackups;

    public MergeSlot() {
        this(new MergedSlot());
    }

    public MergeSlot(MergedSlot brought) {
        this.brought = brought;
    }

    @Override
    public Boolean process(Map.Entry<UUID, StoredSlot> entry) {
        boolean stays = decided || staysAgainst(entry.getValue(), termHere());
        if (stays && !decided) {
            InstanceDirectory.changed(member, entry.getKey(), StoredSlot.knownIn(entry), brought.slot());
            forBackups = new MergeSlot(brought);
            forBackups.decided = true;
        }
        if (stays) {
            entry.setValue(brought);
        }
        return stays;
    }

    private long termHere() {
        FarmTerms terms = FarmTerms.of(member);
        long term = terms == null ? TermOnBackup.NONE : terms.state().accepted();
        if (term == MemberTerm.UNKNOWN) {
            throw new RetryableHazelcastException("this member has joined just now and does not know the term yet");
        }
        return term;
    }

    /**
     * The rule.
     *
     * @param here what the cluster has in this place, null for nothing, which counts like a slot
     * @param termHere the term of the data of the cluster
     */
    public boolean staysAgainst(@Nullable Object here, long termHere) {
        long theirs = here instanceof MergedSlot merged ? Math.max(merged.term(), termHere) : termHere;
        if (brought.term() != theirs) {
            return brought.term() > theirs;
        }
        Slot slot = here instanceof StoredSlot stored ? stored.slot() : Slot.EMPTY;
        return here == null || brought.slot().isFurtherThan(slot);
    }

    @Override
    public @Nullable EntryProcessor<UUID, StoredSlot, Boolean> getBackupProcessor() {
        return forBackups;
    }

    @Override
    public int getClassId() {
        return TypeIds.MERGE_SLOT;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeBoolean(decided);
        brought.writeData(out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        decided = in.readBoolean();
        brought = new MergedSlot();
        brought.readData(in);
    }
}
