// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.partition.PartitionReplica;
import com.hazelcast.internal.partition.impl.InternalPartitionImpl;
import com.hazelcast.internal.partition.impl.InternalPartitionServiceImpl;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A majority is there, but a partition's place for a backup is empty, as it is for a little while when a member is gone. */
class EmptyPlaceTest {

    private static final Duration PATIENCE = TestFarm.PATIENCE;

    @Test
    void nothingIsAcknowledgedThatOnlyOneMemberHas() throws Exception {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance first =
                    farm.majority(HazelcastStoreOptions.builder().durability(Durability.PROTECTED));
            Awaitility.await()
                    .atMost(TestFarm.PATIENCE)
                    .until(() -> first.getPartitionService().isClusterSafe());
            InstanceId id = instanceOf(first);
            InternalPartitionImpl partition = partition(first, id);
            PartitionReplica backup = partition.getReplica(1);
            CreateInstance create = CreateInstance.of(InstanceChanges.data(Map.of("n", 1)), AfterSave.RELEASE);
            try (InstanceStore store = HazelcastInstanceStore.open(first, StoreOptions.defaults())) {
                OwnerId owner =
                        store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);

                fill(partition, null);
                assertThatThrownBy(() -> store.execute(store.createHandle(owner, id), create, Duration.ofSeconds(2)))
                        .isInstanceOf(OutcomeUnknownException.class);

                fill(partition, backup);
                assertThat(store.execute(store.createHandle(owner, id), create, PATIENCE))
                        .isInstanceOf(SaveOutcome.Saved.class);
            }
        }
    }

    private static InstanceId instanceOf(HazelcastInstance member) {
        return Stream.generate(InstanceId::random)
                .filter(id -> member.getPartitionService()
                        .getPartition(key(id))
                        .getOwner()
                        .localMember())
                .findFirst()
                .orElseThrow();
    }

    private static UUID key(InstanceId id) {
        return Addresses.key(SlotAddress.of(id));
    }

    private static InternalPartitionImpl partition(HazelcastInstance member, InstanceId id) {
        InternalPartitionServiceImpl partitions = (InternalPartitionServiceImpl)
                ((HazelcastInstanceProxy) member).getOriginal().node.getPartitionService();
        return partitions
                .getPartitionStateManager()
                .getPartitionImpl(
                        member.getPartitionService().getPartition(key(id)).getPartitionId());
    }

    private static void fill(InternalPartitionImpl partition, PartitionReplica backup) throws Exception {
        Method set = InternalPartitionImpl.class.getDeclaredMethod("setReplica", int.class, PartitionReplica.class);
        set.setAccessible(true);
        set.invoke(partition, 1, backup);
    }
}
