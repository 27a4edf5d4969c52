// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.core.ReadOnly;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the beats of some owners where the table is, and all owners only if they are not those that the caller knows. */
public final class ReadOwners implements EntryProcessor<String, OwnerTable, OwnerReading>, ReadOnly, SlotData {

    private static final long serialVersionUID = 1;

    private transient Set<OwnerId> watched;
    private long known;

    public ReadOwners() {
        this(Set.of(), OwnerNews.UNKNOWN);
    }

    ReadOwners(Set<OwnerId> watched, long known) {
        this.watched = watched;
        this.known = known;
    }

    @Override
    public OwnerReading process(Map.Entry<String, OwnerTable> entry) {
        Object stored = ((Map.Entry<String, ?>) entry).getValue();
        if (stored != null && !(stored instanceof OwnerTable)) {
            return new OwnerReading(null, Set.of());
        }
        OwnerTable table = stored == null ? new OwnerTable() : (OwnerTable) stored;
        return new OwnerReading(table.news(watched, known), Set.of());
    }

    @Override
    public @Nullable EntryProcessor<String, OwnerTable, OwnerReading> getBackupProcessor() {
        return null;
    }

    @Override
    public int getClassId() {
        return TypeIds.READ_OWNERS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeLong(known);
        OwnerIds.write(watched, out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        known = in.readLong();
        watched = OwnerIds.read(in);
    }
}
