// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.format.ScanFormat;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.hazelcast.directory.DueOrder.Due;
import dev.rehydrate.store.hazelcast.directory.PartitionDirectory;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Asks for slots that a scan looks for: what is due or held is found in the directory, the rest by a look at each slot. */
public final class FindSlots extends Question {

    private static final long serialVersionUID = 1;

    private transient SlotScan scan;
    private transient int limit;

    public FindSlots() {
        this(new SlotScan.Occupied(Duration.ZERO), 0);
    }

    FindSlots(SlotScan scan, int limit) {
        this.scan = scan;
        this.limit = limit;
    }

    @Override
    Answer look(Share share) {
        List<Share.Part> parts = new ArrayList<>(share.parts());
        // Hosts that look at the same time are shown different instances, and no partition is always the last one.
        Collections.shuffle(parts);
        Search search = new Search(share);
        for (Share.Part part : parts) {
            if (search.isFull()) {
                break;
            }
            search.in(part);
        }
        return Answer.slots(search.found);
    }

    /** One look through the partitions. */
    private final class Search {

        private final Share share;
        private final List<UUID> found = new ArrayList<>();

        Search(Share share) {
            this.share = share;
        }

        boolean isFull() {
            return found.size() >= limit;
        }

        void in(Share.Part part) {
            PartitionDirectory directory = part.directory();
            if (directory == null || !scan.fold(new InDirectory(this, part, directory))) {
                found.addAll(share.slots().matching(part.number(), scan, share.now(), limit - found.size()));
            }
        }

        void due(Share.Part part, PartitionDirectory directory, String hostType) {
            for (Due due : directory.due().dueAt(hostType, share.now())) {
                StoredSlot slot = share.slots().read(part.number(), due.key());
                if (!matches(slot)
                        && (slot == null
                                || slot.bare().instance() == null
                                || !due.isOf(slot.bare().instance()))) {
                    share.correct(part, due.key(), wrong -> wrong.due().remove(hostType, due));
                } else if (matches(slot)) {
                    found.add(due.key());
                }
                if (isFull()) {
                    return;
                }
            }
        }

        void held(Share.Part part, PartitionDirectory directory, OwnerId owner) {
            for (UUID key : directory.held().of(owner)) {
                if (isFull()) {
                    return;
                }
                StoredSlot slot = share.slots().read(part.number(), key);
                if (matches(slot)) {
                    found.add(key);
                } else if (slot == null || !new SlotScan.HeldBy(owner).matches(slot.bare(), share.now())) {
                    share.correct(part, key, wrong -> wrong.held().remove(owner, key));
                }
            }
        }

        private boolean matches(@Nullable StoredSlot slot) {
            return slot != null && scan.matches(slot.bare(), share.now());
        }
    }

    /** Says of each scan whether the directory has answered it. */
    private record InDirectory(Search search, Share.Part part, PartitionDirectory directory)
            implements SlotScan.Fold<Boolean> {

        @Override
        public Boolean toRun(SlotScan.ToRun scan) {
            // What a dead owner held waits longer than what is due, and is little.
            for (OwnerId owner : scan.expiredOwners()) {
                search.held(part, directory, owner);
            }
            if (!search.isFull()) {
                search.due(part, directory, scan.hostType());
            }
            return true;
        }

        @Override
        public Boolean heldBy(SlotScan.HeldBy scan) {
            search.held(part, directory, scan.owner());
            return true;
        }

        @Override
        public Boolean sweepable(SlotScan.Sweepable scan) {
            return false;
        }

        @Override
        public Boolean oldClaims(SlotScan.OldClaims scan) {
            return false;
        }

        @Override
        public Boolean occupied(SlotScan.Occupied scan) {
            return false;
        }
    }

    @Override
    public int getClassId() {
        return TypeIds.FIND_SLOTS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        super.writeData(out);
        out.writeInt(limit);
        ScanFormat.write(scan, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        super.readData(in);
        limit = in.readInt();
        scan = ScanFormat.read(in);
    }
}
