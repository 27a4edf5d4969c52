// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.query.Predicate;
import dev.rehydrate.format.ScanFormat;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.hazelcast.partition.ClusterClock;
import dev.rehydrate.store.hazelcast.stored.MemberData;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** A scan as the members run it over the slots they own. */
public final class ScanPredicate extends MemberData implements Predicate<UUID, StoredSlot> {

    private static final long serialVersionUID = 1;

    private transient SlotScan scan;

    public ScanPredicate() {
        this(new SlotScan.Occupied(Duration.ZERO));
    }

    public ScanPredicate(SlotScan scan) {
        this.scan = scan;
    }

    @Override
    public boolean apply(Map.Entry<UUID, StoredSlot> entry) {
        return scan.matches(StoredSlot.bareIn(entry), ClusterClock.of(member).instant());
    }

    @Override
    public int getClassId() {
        return TypeIds.SCAN;
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
