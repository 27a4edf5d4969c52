// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.due;

import com.hazelcast.core.ReadOnly;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.format.ScanFormat;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Asks a slot that was hinted at whether it is what a scan looks for, and what the right hint is. */
public final class CheckDue extends MemberData implements EntryProcessor<UUID, StoredSlot, DueCheck>, ReadOnly {

    private static final long serialVersionUID = 1;

    private transient SlotScan scan;

    public CheckDue() {
        this(new SlotScan.Occupied(Duration.ZERO));
    }

    public CheckDue(SlotScan scan) {
        this.scan = scan;
    }

    @Override
    public DueCheck process(Map.Entry<UUID, StoredSlot> entry) {
        Slot slot = StoredSlot.knownIn(entry);
        boolean matches = scan.matches(slot, ClusterClock.of(member).instant());
        return new DueCheck(matches, DueHint.of(slot));
    }

    @Override
    public @Nullable EntryProcessor<UUID, StoredSlot, DueCheck> getBackupProcessor() {
        return null;
    }

    @Override
    public int getClassId() {
        return TypeIds.CHECK_DUE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        ScanFormat.write(scan, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        scan = ScanFormat.read(in);
    }
}
