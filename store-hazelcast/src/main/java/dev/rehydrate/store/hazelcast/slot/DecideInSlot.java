// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.internal.cluster.impl.ClusterServiceImpl;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionException;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.DamagedSlot;
import dev.rehydrate.format.OperationFormat;
import dev.rehydrate.slot.Growth;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.hazelcast.behind.MemberChanges;
import dev.rehydrate.store.hazelcast.directory.InstanceDirectory;
import dev.rehydrate.store.hazelcast.heap.HeapGuard;
import dev.rehydrate.store.hazelcast.heap.LostThreads;
import dev.rehydrate.store.hazelcast.majority.FarmTerms;
import dev.rehydrate.store.hazelcast.majority.LocalQuorumView;
import dev.rehydrate.store.hazelcast.majority.ReplicaQuorum;
import dev.rehydrate.store.hazelcast.majority.TermOnBackup;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.partition.PartitionLoss;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.SlotMark;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs one operation on one slot, on the partition thread that owns it. Touches no other key. What the backups get is the
 * result, never the question again: they could answer it differently.
 */
public final class DecideInSlot extends MemberData implements EntryProcessor<UUID, StoredSlot, Object> {

    private static final long serialVersionUID = 1;

    private transient SlotOperation<?> operation;
    private transient @Nullable EntryProcessor<UUID, StoredSlot, Object> forBackups;
    private transient long term;
    private transient boolean inPlace;
    private transient @Nullable StoredReply leftInPlace;

    public DecideInSlot() {
        this(new InspectSlot(Set.of()));
    }

    public DecideInSlot(SlotOperation<?> operation) {
        this.operation = operation;
    }

    /**
     * Leaves the reply in this very object if the slot is in this process. Slots and replies are never changed once they are
     * made, so they need not be copied to be handed out.
     */
    void replyInPlace() {
        inPlace = true;
    }

    SlotOperation<?> operation() {
        return operation;
    }

    /** Whether this may have changed something. */
    public boolean changes() {
        return operation.canChange();
    }

    StoredReply replyLeftInPlace() {
        return Objects.requireNonNull(leftInPlace);
    }

    /** Hands over a reply as the engine would send it, or leaves it here. */
    @Override
    public @Nullable Object process(Map.Entry<UUID, StoredSlot> entry) {
        if (LostThreads.isEnding(member) || hasLeft(member)) {
            throw new RetryableHazelcastException("this member leaves the farm");
        }
        if (!LocalQuorumView.by(member)) {
            throw new SplitBrainProtectionException("this member sees too few of the farm");
        }
        FarmTerms terms = FarmTerms.of(member);
        term = terms == null ? TermOnBackup.NONE : terms.required();
        forBackups = null;
        StoredReply reply = reply(entry);
        if (inPlace) {
            leftInPlace = reply;
            return null;
        }
        SlotMessages messages = SlotMessages.of(member);
        return messages == null ? reply : messages.of(reply);
    }

    /**
     * A member that is terminated leaves the farm first, then closes its connections, one after the other, and stops its partitions last. What it
     * decided in between would be acknowledged to a client that still has a connection, with no backup: the engine does not wait for one that it
     * could not send.
     */
    private static boolean hasLeft(@Nullable HazelcastInstance member) {
        return member != null && member.getCluster() instanceof ClusterServiceImpl cluster && !cluster.isJoined();
    }

    private StoredReply reply(Map.Entry<UUID, StoredSlot> entry) {
        try {
            return decide(entry, StoredSlot.in(entry));
        } catch (StorageException corrupt) {
            return DamagedSlot.decide(operation, corrupt)
                    .map(decision -> decidedOnDamage(entry, decision))
                    .orElseGet(() -> StoredReply.corrupt(String.valueOf(corrupt.getMessage())));
        }
    }

    private StoredReply decidedOnDamage(Map.Entry<UUID, StoredSlot> entry, Decision<?> decision) {
        if (decision instanceof Decision.Write<?> write) {
            write(entry, Slot.EMPTY, write.next(), ClusterClock.of(member).instant());
        }
        return new StoredReply(Reply.to(decision));
    }

    private StoredReply decide(Map.Entry<UUID, StoredSlot> entry, Slot before) {
        StoredReply missing = before.isBlank() && operation.concludesFromAbsence() ? missing(entry) : null;
        if (missing != null) {
            return missing;
        }
        Instant now = ClusterClock.of(member).instant();
        Decision<?> decision = operation.decide(Addresses.of(entry.getKey()), before, now);
        if (!(decision instanceof Decision.Write<?> write)) {
            return unchanged(entry, before, decision);
        }
        Growth growth = Growth.between(before, write.next());
        String full = HeapGuard.refusal(member, entry.getKey(), growth);
        if (full != null) {
            return unavailable(entry, full + "; nothing was done");
        }
        boolean forgets = before.isVacant() && write.next().isBlank();
        if (forgets && !MemberChanges.isWritten(member, entry.getKey())) {
            return new StoredReply(Reply.to(decision));
        }
        write(entry, before, write.next(), now);
        // The engine tries again what could not be written now, for minutes: it counts once.
        HeapGuard.kept(member, growth);
        return new StoredReply(Reply.to(decision));
    }

    /** Answers that nothing can be concluded from an absent slot; null if it was never stored. */
    private @Nullable StoredReply missing(Map.Entry<UUID, StoredSlot> entry) {
        Instant lostAt = PartitionLoss.of(member, entry.getKey());
        if (lostAt != null) {
            return unavailable(
                    entry,
                    "the data of this partition were lost at " + lostAt
                            + "; whether the instance or the claim exists cannot be told until the loss is acknowledged");
        }
        return PartitionLoss.isDamaged(member, entry.getKey())
                ? StoredReply.corrupt(
                        "slot " + entry.getKey()
                                + ": what is in the database could not be read when the farm was started; the log of that time says why")
                : null;
    }

    private StoredReply unchanged(Map.Entry<UUID, StoredSlot> entry, Slot before, Decision<?> decision) {
        boolean repeated = decision instanceof Decision.Keep<?> && changes() && !before.isBlank();
        if (repeated) {
            confirm(entry);
        } else if (term != TermOnBackup.NONE) {
            requireCopies(entry.getKey());
            // Not only asked whether they have it: one that has missed a change would never confirm.
            forBackups = new PutSlot(before.isBlank() ? null : entry.getValue(), term);
        }
        return new StoredReply(Reply.to(decision));
    }

    private static StoredReply unavailable(Map.Entry<UUID, ?> entry, String why) {
        return StoredReply.unavailable("slot " + entry.getKey() + ": " + why);
    }

    private void write(Map.Entry<UUID, StoredSlot> entry, Slot before, Slot next, Instant now) {
        requireCopies(entry.getKey());
        MemberChanges.changing(member, entry.getKey(), now);
        InstanceDirectory.changed(member, entry.getKey(), before, next);
        StoredSlot stored = StoredSlot.of(next);
        entry.setValue(stored);
        forBackups = operation.isSmallerThanResult() && before.instance() != null && next.instance() != null
                ? new ReplayOnBackup(operation, now, SlotMark.of(before), term)
                : new PutSlot(stored, term);
    }

    /**
     * A caller that repeats a command with an unknown outcome is answered that it was done: so the backups must have it
     * now. A member that is cut off would otherwise settle it by itself, and take the change with it.
     */
    private void confirm(Map.Entry<UUID, StoredSlot> entry) {
        requireCopies(entry.getKey());
        forBackups = new PutSlot(entry.getValue(), term);
    }

    /** The engine tries again by itself, until the partition is repaired or there is no majority. */
    private void requireCopies(UUID slot) {
        if (!ReplicaQuorum.reachableFrom(member, slot)) {
            throw new RetryableHazelcastException("too few members have a copy of this slot just now");
        }
    }

    @Override
    public @Nullable EntryProcessor<UUID, StoredSlot, Object> getBackupProcessor() {
        return forBackups;
    }

    @Override
    public int getClassId() {
        return TypeIds.DECIDE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        OperationFormat.write(operation, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        operation = OperationFormat.read(in);
    }
}
