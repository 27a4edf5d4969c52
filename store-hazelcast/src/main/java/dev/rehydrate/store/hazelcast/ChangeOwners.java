// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import dev.rehydrate.instance.OwnerId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Changes the table of owners; says whether the owner was known, or how many owners of a member were removed. */
final class ChangeOwners implements EntryProcessor<String, OwnerTable, Integer>, IdentifiedDataSerializable {

    private static final long serialVersionUID = 1;
    private static final int ADD = 1;
    private static final int BEAT = 2;
    private static final int REMOVE = 3;
    private static final int REMOVE_MEMBER = 4;

    private int kind;
    private transient OwnerTable.@Nullable Entry added;
    private long high;
    private long low;
    private long beat;

    ChangeOwners() {}

    private ChangeOwners(int kind, long high, long low, long beat) {
        this.kind = kind;
        this.high = high;
        this.low = low;
        this.beat = beat;
    }

    static ChangeOwners add(OwnerTable.Entry entry) {
        ChangeOwners change = new ChangeOwners(ADD, 0, 0, 0);
        change.added = entry;
        return change;
    }

    static ChangeOwners beat(OwnerId owner, long beat) {
        return new ChangeOwners(BEAT, owner.high(), owner.low(), beat);
    }

    static ChangeOwners remove(OwnerId owner) {
        return new ChangeOwners(REMOVE, owner.high(), owner.low(), 0);
    }

    static ChangeOwners removeAllOf(UUID member) {
        return new ChangeOwners(REMOVE_MEMBER, member.getMostSignificantBits(), member.getLeastSignificantBits(), 0);
    }

    @Override
    public Integer process(Map.Entry<String, OwnerTable> entry) {
        OwnerTable table = entry.getValue();
        Map<OwnerId, OwnerTable.Entry> owners = new HashMap<>(table == null ? Map.of() : table.owners());
        int changed = change(owners);
        if (changed > 0) {
            entry.setValue(owners.isEmpty() ? null : new OwnerTable(owners));
        }
        return changed;
    }

    private int change(Map<OwnerId, OwnerTable.Entry> owners) {
        OwnerId owner = new OwnerId(high, low);
        int before = owners.size();
        switch (kind) {
            case ADD -> {
                if (added != null) {
                    owners.put(added.owner().id(), added);
                }
                return 1;
            }
            case BEAT -> {
                return owners.computeIfPresent(owner, (id, entry) -> moved(entry)) == null ? 0 : 1;
            }
            case REMOVE -> owners.remove(owner);
            default -> owners.values().removeIf(entry -> entry.member().equals(new UUID(high, low)));
        }
        return before - owners.size();
    }

    private OwnerTable.Entry moved(OwnerTable.Entry entry) {
        return new OwnerTable.Entry(entry.owner().withBeat(beat), entry.member());
    }

    @Override
    public int getFactoryId() {
        return SlotDataFactory.FACTORY_ID;
    }

    @Override
    public int getClassId() {
        return SlotDataFactory.CHANGE_OWNERS;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeByte(kind);
        out.writeLong(high);
        out.writeLong(low);
        out.writeLong(beat);
        if (added != null) {
            OwnerTable.write(added, out);
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        kind = in.readByte();
        high = in.readLong();
        low = in.readLong();
        beat = in.readLong();
        added = kind == ADD ? OwnerTable.read(in) : null;
    }
}
