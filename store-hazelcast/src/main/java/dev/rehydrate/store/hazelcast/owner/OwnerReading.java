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
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** News of owners on their way to the store that asked. Only sent, never stored. */
public final class OwnerReading implements SlotData {

    private static final int NO_TABLE = 0;
    private static final int BEATS = 1;
    private static final int ALL = 2;

    private transient @Nullable OwnerNews news;
    private transient Set<OwnerId> refused;

    public OwnerReading() {
        this(null, Set.of());
    }

    /**
     * Tells news.
     *
     * @param news the news, or null if something else is stored in the place of the table
     * @param refused which owners of the caller have no beats any more
     */
    OwnerReading(@Nullable OwnerNews news, Set<OwnerId> refused) {
        this.news = news;
        this.refused = refused;
    }

    /** {@return which owners of the caller have no beats any more} */
    Set<OwnerId> refused() {
        return refused;
    }

    /** {@return the news, or null if something else is stored in the place of the table} */
    @Nullable
    OwnerNews news() {
        return news;
    }

    @Override
    public int getClassId() {
        return TypeIds.OWNER_READING;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        OwnerNews told = news;
        if (told == null) {
            out.writeByte(NO_TABLE);
            return;
        }
        Map<OwnerId, OwnerRecord> all = told.owners();
        out.writeByte(all == null ? BEATS : ALL);
        out.writeLong(told.roster());
        out.writeInt(told.beats().size());
        for (Map.Entry<OwnerId, Long> each : told.beats().entrySet()) {
            out.writeLong(each.getKey().high());
            out.writeLong(each.getKey().low());
            out.writeLong(each.getValue());
        }
        OwnerIds.write(refused, out);
        if (all != null) {
            out.writeInt(all.size());
            for (OwnerRecord owner : all.values()) {
                OwnerFormat.write(owner, out);
            }
        }
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        int kind = in.readByte();
        if (kind == NO_TABLE) {
            news = null;
            return;
        }
        long roster = in.readLong();
        Map<OwnerId, Long> beats = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            beats.put(new OwnerId(in.readLong(), in.readLong()), in.readLong());
        }
        refused = OwnerIds.read(in);
        news = new OwnerNews(roster, kind == ALL ? readAll(in) : null, beats);
    }

    private static Map<OwnerId, OwnerRecord> readAll(ObjectDataInput in) throws IOException {
        Map<OwnerId, OwnerRecord> all = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            OwnerRecord owner = OwnerFormat.read(in);
            all.put(owner.id(), owner);
        }
        return all;
    }
}
