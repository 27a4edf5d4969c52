// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.format.OwnerFormat;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All owners of the cluster, in one entry: there are as many as hosts. Which owners there are never changes once a table is
 * made; their beats move in place, for a beat must not cost what all other owners are.
 */
public final class OwnerTable implements SlotData {

    private final Map<OwnerId, Entry> owners;
    /** Computed when it is asked for first; beats do not change it. */
    private volatile long roster = OwnerNews.UNKNOWN;

    /**
     * An owner and the member it runs in.
     *
     * @param owner the owner
     * @param member the member or client in which it runs
     */
    public record Entry(OwnerRecord owner, UUID member) {}

    public OwnerTable() {
        this(Map.of());
    }

    public OwnerTable(Map<OwnerId, Entry> owners) {
        this.owners = new ConcurrentHashMap<>(owners);
    }

    public Map<OwnerId, Entry> owners() {
        return Collections.unmodifiableMap(owners);
    }

    /** Moves the beat of an owner; called where the table is kept, and nowhere else. */
    boolean beat(OwnerId owner, long beat) {
        Entry moved = owners.computeIfPresent(
                owner,
                (id, entry) -> entry.owner().isExpired()
                        ? entry
                        : new Entry(entry.owner().withBeat(beat), entry.member()));
        return moved != null && !moved.owner().isExpired();
    }

    /** {@return the records by id} */
    Map<OwnerId, OwnerRecord> records() {
        Map<OwnerId, OwnerRecord> records = new HashMap<>();
        owners.forEach((id, entry) -> records.put(id, entry.owner()));
        return records;
    }

    /** {@return what a store is told that knows a roster; does not look at all owners if it knows this one} */
    OwnerNews news(Set<OwnerId> watched, long known) {
        if (known != roster()) {
            return OwnerNews.of(records(), watched, known);
        }
        Map<OwnerId, Long> beats = new HashMap<>();
        for (OwnerId id : watched) {
            Entry entry = owners.get(id);
            if (entry != null) {
                beats.put(id, entry.owner().beat());
            }
        }
        return new OwnerNews(known, null, beats);
    }

    private long roster() {
        if (roster == OwnerNews.UNKNOWN) {
            roster = OwnerNews.rosterOf(records().values());
        }
        return roster;
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
        for (int left = in.readInt(); left > 0; left--) {
            Entry entry = read(in);
            owners.put(entry.owner().id(), entry);
        }
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
