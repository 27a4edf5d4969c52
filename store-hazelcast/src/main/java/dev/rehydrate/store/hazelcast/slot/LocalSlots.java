// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.map.impl.MapServiceContext;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import com.hazelcast.map.impl.record.Record;
import com.hazelcast.map.impl.recordstore.RecordStore;
import com.hazelcast.spi.impl.NodeEngine;
import dev.rehydrate.slot.SlotScan;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The slots that a member owns, looked through beside its partition threads: no operation waits for a look, however many
 * slots there are. What changes meanwhile may be seen as it was before or after.
 */
public final class LocalSlots {

    private final String name;
    private final NodeEngine engine;
    private final MapServiceContext maps;

    LocalSlots(MapProxyImpl<UUID, StoredSlot> slots) {
        this.name = slots.getName();
        this.engine = slots.getNodeEngine();
        this.maps = slots.getService().getMapServiceContext();
    }

    boolean owns(int partition) {
        return engine.getPartitionService().getPartition(partition, false).isLocal();
    }

    List<UUID> matching(int partition, SlotScan scan, Instant now, int limit) {
        RecordStore<?> own = maps.getPartitionContainer(partition).getExistingRecordStore(name);
        List<UUID> found = new ArrayList<>();
        if (own == null) {
            return found;
        }
        Iterator<?> entries = own.getStorage().mutationTolerantIterator();
        while (entries.hasNext() && found.size() < limit) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries.next();
            Object value = ((Record<?>) entry.getValue()).getValue();
            if (value instanceof StoredSlot slot && scan.matches(slot.bare(), now)) {
                found.add(engine.toObject(entry.getKey()));
            }
        }
        return found;
    }
}
