// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import com.hazelcast.internal.serialization.Data;
import com.hazelcast.map.impl.MapService;
import com.hazelcast.map.impl.MapServiceContext;
import com.hazelcast.map.impl.record.Record;
import com.hazelcast.map.impl.recordstore.RecordStore;
import com.hazelcast.spi.impl.NodeEngine;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The slots that a member owns, looked through beside its partition threads: no operation waits for a look, however many
 * slots there are. What changes meanwhile may be seen as it was before or after.
 */
public final class LocalSlots {

    private final NodeEngine engine;

    public LocalSlots(NodeEngine engine) {
        this.engine = engine;
    }

    public boolean owns(int partition) {
        return engine.getPartitionService().getPartition(partition, false).isLocal();
    }

    /** Finds slots in a partition of this member; others are not looked for here. */
    public List<UUID> matching(int partition, SlotScan scan, Instant now, int limit) {
        List<UUID> found = new ArrayList<>();
        if (limit > 0) {
            each(partition, (key, slot) -> {
                if (scan.matches(slot.bare(), now)) {
                    found.add(engine.toObject(key));
                }
                return found.size() < limit;
            });
        }
        return found;
    }

    /** Hands out the slots of a partition for as long as the receiver wants more. */
    public void each(int partition, BiPredicate<Data, StoredSlot> receiver) {
        Iterator<?> entries = entries(partition);
        boolean more = true;
        while (more && entries.hasNext()) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries.next();
            Object value = ((Record<?>) entry.getValue()).getValue();
            if (value instanceof StoredSlot slot) {
                more = receiver.test((Data) entry.getKey(), slot);
            }
        }
    }

    Iterator<?> entries(int partition) {
        RecordStore<?> own = store(partition);
        return own == null ? Collections.emptyIterator() : own.getStorage().mutationTolerantIterator();
    }

    /** {@return the slot, or null if this member has none there} */
    public @Nullable StoredSlot read(int partition, UUID key) {
        return read(partition, engine.toData(key));
    }

    @Nullable
    StoredSlot read(int partition, Data key) {
        RecordStore<?> own = store(partition);
        Record<?> record = own == null ? null : own.getRecord(key);
        return record != null && record.getValue() instanceof StoredSlot slot ? slot : null;
    }

    private @Nullable RecordStore<?> store(int partition) {
        MapService service = engine.getService(MapService.SERVICE_NAME);
        MapServiceContext maps = service.getMapServiceContext();
        return maps.getPartitionContainer(partition).getExistingRecordStore(MapNames.SLOTS);
    }
}
