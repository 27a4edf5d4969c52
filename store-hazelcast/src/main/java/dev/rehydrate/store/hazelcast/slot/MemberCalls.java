// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.slot;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.internal.serialization.Data;
import com.hazelcast.map.impl.MapServiceContext;
import com.hazelcast.map.impl.proxy.MapProxyImpl;
import com.hazelcast.map.impl.record.Record;
import com.hazelcast.map.impl.recordstore.RecordStore;
import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.splitbrainprotection.SplitBrainProtection;
import dev.rehydrate.store.hazelcast.majority.FarmTerms;
import dev.rehydrate.store.hazelcast.majority.LocalQuorumView;
import dev.rehydrate.store.hazelcast.majority.ReplicaQuorum;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Calls from within a member. If it owns the slot, operation and reply are passed on as they are. */
public final class MemberCalls implements SlotCalls {

    private final HazelcastInstance member;
    private final MapProxyImpl<UUID, StoredSlot> slots;
    private final NodeEngine engine;
    private final MapServiceContext maps;
    private final SlotMessages messages;
    private final @Nullable SplitBrainProtection majority;
    private final @Nullable FarmTerms terms;

    MemberCalls(HazelcastInstance member, MapProxyImpl<UUID, StoredSlot> slots) {
        this.member = member;
        this.slots = slots;
        this.engine = slots.getNodeEngine();
        this.maps = slots.getService().getMapServiceContext();
        this.messages = new SlotMessages(engine.getSerializationService());
        String protection = member.getConfig().findMapConfig(slots.getName()).getSplitBrainProtectionName();
        this.terms = FarmTerms.of(member);
        this.majority = protection == null
                ? null
                : member.getSplitBrainProtectionService().getSplitBrainProtection(protection);
    }

    @Override
    public void send(UUID at, DecideInSlot operation, BiConsumer<StoredReply, Throwable> receiver) {
        operation.setHazelcastInstance(member);
        operation.replyInPlace();
        var unused = slots.executeOnKeyInternal(at, operation)
                .whenCompleteAsync((data, failure) -> receive(at, operation, data, failure, receiver), Runnable::run);
    }

    private void receive(
            UUID at,
            DecideInSlot operation,
            @Nullable Data data,
            @Nullable Throwable failure,
            BiConsumer<StoredReply, Throwable> receiver) {
        if (failure != null) {
            receiver.accept(null, failure);
            return;
        }
        SlotCalls.received(
                () -> {
                    requireQuorum(at);
                    return data == null ? operation.replyLeftInPlace() : messages.reply(data);
                },
                receiver);
    }

    private void requireQuorum(UUID at) {
        if (!LocalQuorumView.by(member) || !ReplicaQuorum.reachableFrom(member, at)) {
            throw new IndeterminateOperationStateException(
                    "too few members have copies meanwhile, and perhaps had before there was a backup");
        }
    }

    /** The engine's own way copies what it reads, for it cannot know that slots are never changed. */
    @Override
    public @Nullable StoredSlot readHere(UUID at) {
        Data key = engine.toData(at);
        int partition = engine.getPartitionService().getPartitionId(key);
        boolean copyHere =
                engine.getPartitionService().getPartition(partition, false).isOwnerOrBackup(engine.getThisAddress());
        if (!copyHere || (majority != null && !majority.hasMinimumSize()) || (terms != null && terms.current() == 0)) {
            return null;
        }
        RecordStore<?> copies = maps.getPartitionContainer(partition).getExistingRecordStore(slots.getName());
        Record<?> record = copies == null ? null : copies.getRecord(key);
        return record != null && record.getValue() instanceof StoredSlot slot ? slot : null;
    }
}
