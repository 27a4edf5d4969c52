// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import com.hazelcast.internal.partition.InternalPartition;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.impl.MapServiceContext;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import com.hazelcast.map.impl.recordstore.RecordStore;
import com.hazelcast.spi.impl.NodeEngine;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The copies as a member reaches them: those that it has, as owner or backup, are read in the thread of the caller. */
final class MemberCopies implements CopyCalls {

    private final MapProxyImpl<UUID, SlotCopy> copies;
    private final NodeEngine engine;
    private final MapServiceContext maps;

    MemberCopies(MapProxyImpl<UUID, SlotCopy> copies) {
        this.copies = copies;
        this.engine = copies.getNodeEngine();
        this.maps = copies.getService().getMapServiceContext();
    }

    @Override
    public void send(
            UUID at,
            EntryProcessor<UUID, SlotCopy, SlotCopy> call,
            BiConsumer<@Nullable SlotCopy, @Nullable Throwable> receiver) {
        var unused = copies.executeOnKeyInternal(at, call)
                .whenCompleteAsync((data, failure) -> receive(data, failure, receiver), Runnable::run);
    }

    private void receive(
            @Nullable Data data,
            @Nullable Throwable failure,
            BiConsumer<@Nullable SlotCopy, @Nullable Throwable> receiver) {
        SlotCopy copy = null;
        Throwable wrong = failure;
        try {
            copy = engine.toObject(data);
        } catch (RuntimeException unreadable) {
            wrong = unreadable;
        }
        receiver.accept(copy, wrong);
    }

    /** A copy may be any that there ever was, so it does not matter that a partition is on its way. */
    @Override
    public @Nullable SlotCopy readHere(UUID at) {
        Data key = engine.toData(at);
        int partition = engine.getPartitionService().getPartitionId(key);
        if (!partition(partition).isOwnerOrBackup(engine.getThisAddress())) {
            return null;
        }
        RecordStore<?> here = maps.getPartitionContainer(partition).getExistingRecordStore(copies.getName());
        return here == null ? null : engine.toObject(here.readBackupData(key));
    }

    @Override
    public boolean isOwnedHere(UUID at) {
        return partition(engine.getPartitionService().getPartitionId(at)).isLocal();
    }

    private InternalPartition partition(int number) {
        return (InternalPartition) engine.getPartitionService().getPartition(number, false);
    }
}
