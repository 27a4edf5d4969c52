// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.format.OwnerFormat;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * All owners of the cluster, in one entry: there are as many as hosts, and a reader needs all of them. Never changed
 * once it is made.
 */
public final class OwnerTable implements SlotData {

    private Map<OwnerId, Entry> owners = Map.of();

    /**
     * An owner and the member it runs in.
     *
     * @param owner the owner
     * @param member the member or client in which it runs
     */
    public record Entry(OwnerRecord owner, UUID member) {}

    public OwnerTable() {}

    public OwnerTable(Map<OwnerId, Entry> owners) {
        this.owners = Map.copyOf(owners);
    }

    public Map<OwnerId, Entry> owners() {
        return owners;
    }

    @Override
    public int getClassId() {
        return TypeIds.OWNER_TABLE;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(owners.size());
        for (Entry entry : owners.values()) {
            write(entry, out);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        Map<OwnerId, Entry> read = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            Entry entry = read(in);
            read.put(entry.owner().id(), entry);
        }
        owners = Map.copyOf(read);
    }

    static void write(Entry entry, ObjectDataOutput out) throws IOException {
        OwnerFormat.write(entry.owner(), out);
        out.writeLong(entry.member().getMostSignificantBits());
        out.writeLong(entry.member().getLeastSignificantBits());
    }

    public static Entry read(ObjectDataInput in) throws IOException {
        OwnerRecord owner = OwnerFormat.read(in);
        return new Entry(owner, new UUID(in.readLong(), in.readLong()));
    }
}
