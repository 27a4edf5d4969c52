// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Changes the table of owners; says whether the owner lived, or how many owners of a member did. */
public final class ChangeOwners implements EntryProcessor<String, OwnerTable, Integer>, SlotData {

    /** The answer if something else is stored in the place of the table, which is left as it is. */
    static final int NO_TABLE = -1;

    private static final long serialVersionUID = 1;
    private static final int ADD = 1;
    private static final int BEAT = 2;
    private static final int REMOVE = 3;
    private static final int EXPIRE_MEMBER = 4;
    private static final int EXPIRE = 5;
    private static final int ADD_IF_UNKNOWN = 6;

    private int kind;
    private transient OwnerTable.@Nullable Entry added;
    private long high;
    private long low;
    private long beat;

    public ChangeOwners() {}

    private ChangeOwners(int kind, long high, long low, long beat) {
        this.kind = kind;
        this.high = high;
        this.low = low;
        this.beat = beat;
    }

    public static ChangeOwners add(OwnerTable.Entry entry) {
        return with(ADD, entry);
    }

    public static ChangeOwners addIfUnknown(OwnerTable.Entry entry) {
        return with(ADD_IF_UNKNOWN, entry);
    }

    private static ChangeOwners with(int kind, OwnerTable.Entry entry) {
        ChangeOwners change = new ChangeOwners(kind, 0, 0, 0);
        change.added = entry;
        return change;
    }

    public static ChangeOwners beat(OwnerId owner, long beat) {
        return new ChangeOwners(BEAT, owner.high(), owner.low(), beat);
    }

    public static ChangeOwners expire(OwnerId owner) {
        return new ChangeOwners(EXPIRE, owner.high(), owner.low(), 0);
    }

    /** A member of an earlier build does not look at the beat, and lets the owner only expire. */
    public static ChangeOwners retire(OwnerId owner) {
        return new ChangeOwners(EXPIRE, owner.high(), owner.low(), OwnerRecord.RETIRED);
    }

    public static ChangeOwners remove(OwnerId owner) {
        return new ChangeOwners(REMOVE, owner.high(), owner.low(), 0);
    }

    public static ChangeOwners expireAllOf(UUID member) {
        return new ChangeOwners(EXPIRE_MEMBER, member.getMostSignificantBits(), member.getLeastSignificantBits(), 0);
    }

    @Override
    public Integer process(Map.Entry<String, OwnerTable> entry) {
        Object stored = ((Map.Entry<String, ?>) entry).getValue();
        if (stored != null && !(stored instanceof OwnerTable)) {
            return NO_TABLE;
        }
        OwnerTable table = (OwnerTable) stored;
        if (kind == BEAT) {
            return beat(entry, table);
        }
        Map<OwnerId, OwnerTable.Entry> owners = new HashMap<>(table == null ? Map.of() : table.owners());
        int changed = change(owners);
        if (changed > 0) {
            entry.setValue(owners.isEmpty() ? null : new OwnerTable(owners));
        }
        return changed;
    }

    /** The table itself is put again, so that the engine knows of the change, and runs this on the backups. */
    private int beat(Map.Entry<String, OwnerTable> entry, @Nullable OwnerTable table) {
        if (table == null || !table.beat(new OwnerId(high, low), beat)) {
            return 0;
        }
        entry.setValue(table);
        return 1;
    }

    private int change(Map<OwnerId, OwnerTable.Entry> owners) {
        OwnerId owner = new OwnerId(high, low);
        switch (kind) {
            case ADD -> {
                if (added != null) {
                    owners.put(added.owner().id(), added);
                }
                return 1;
            }
            case ADD_IF_UNKNOWN -> {
                return added != null && owners.putIfAbsent(added.owner().id(), added) == null ? 1 : 0;
            }
            case REMOVE -> {
                return owners.remove(owner) == null ? 0 : 1;
            }
            case EXPIRE -> {
                return expire(owners, entry -> entry.owner().id().equals(owner));
            }
            default -> {
                UUID member = new UUID(high, low);
                return expire(owners, entry -> entry.member().equals(member));
            }
        }
    }

    private int expire(Map<OwnerId, OwnerTable.Entry> owners, Predicate<OwnerTable.Entry> which) {
        List<OwnerTable.Entry> lost = owners.values().stream()
                .filter(which)
                .filter(entry -> !entry.owner().isExpired())
                .toList();
        lost.forEach(
                entry -> owners.put(entry.owner().id(), new OwnerTable.Entry(ended(entry.owner()), entry.member())));
        return lost.size();
    }

    private OwnerRecord ended(OwnerRecord owner) {
        return beat == OwnerRecord.RETIRED ? owner.asRetired() : owner.asExpired();
    }

    @Override
    public int getClassId() {
        return TypeIds.CHANGE_OWNERS;
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
        added = kind == ADD || kind == ADD_IF_UNKNOWN ? OwnerTable.read(in) : null;
    }
}
