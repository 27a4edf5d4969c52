// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.map.EntryProcessor;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import dev.rehydrate.engine.OwnerNews;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.stored.SlotData;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Moves the beats of the owners of a store, and reads what the store watches: what a store at rest asks for. */
public final class BeatAndRead implements EntryProcessor<String, OwnerTable, OwnerReading>, SlotData {

    private static final long serialVersionUID = 1;

    private transient Map<OwnerId, Long> beats;
    private transient Set<OwnerId> watched;
    private long known;
    /** A backup moves the beats and tells nothing. */
    private boolean reads;

    public BeatAndRead() {
        this(Map.of(), Set.of(), OwnerNews.UNKNOWN, false);
    }

    BeatAndRead(Map<OwnerId, Long> beats, Set<OwnerId> watched, long known) {
        this(beats, watched, known, true);
    }

    private BeatAndRead(Map<OwnerId, Long> beats, Set<OwnerId> watched, long known, boolean reads) {
        this.beats = beats;
        this.watched = watched;
        this.known = known;
        this.reads = reads;
    }

    @Override
    public OwnerReading process(Map.Entry<String, OwnerTable> entry) {
        Object stored = ((Map.Entry<String, ?>) entry).getValue();
        if (stored != null && !(stored instanceof OwnerTable)) {
            return new OwnerReading(null, Set.of());
        }
        OwnerTable table = stored == null ? new OwnerTable() : (OwnerTable) stored;
        Set<OwnerId> refused = new HashSet<>();
        beats.forEach((owner, beat) -> {
            if (!table.beat(owner, beat)) {
                refused.add(owner);
            }
        });
        if (refused.size() < beats.size()) {
            // The table itself is put again, so that the engine knows of the change.
            entry.setValue(table);
        }
        return new OwnerReading(reads ? table.news(watched, known) : null, refused);
    }

    @Override
    public @Nullable EntryProcessor<String, OwnerTable, OwnerReading> getBackupProcessor() {
        return new BeatAndRead(beats, Set.of(), known, false);
    }

    @Override
    public int getClassId() {
        return TypeIds.BEAT_AND_READ;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(beats.size());
        for (Map.Entry<OwnerId, Long> each : beats.entrySet()) {
            out.writeLong(each.getKey().high());
            out.writeLong(each.getKey().low());
            out.writeLong(each.getValue());
        }
        OwnerIds.write(watched, out);
        out.writeLong(known);
        out.writeBoolean(reads);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        beats = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            beats.put(new OwnerId(in.readLong(), in.readLong()), in.readLong());
        }
        watched = OwnerIds.read(in);
        known = in.readLong();
        reads = in.readBoolean();
    }
}
