// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceImpl;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.cluster.ClusterService;
import com.hazelcast.internal.partition.IPartitionService;
import com.hazelcast.internal.partition.InternalPartition;
import com.hazelcast.internal.partition.InternalPartitionService;
import com.hazelcast.internal.partition.PartitionReplica;
import com.hazelcast.spi.impl.NodeEngine;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a change of a slot in a protected farm goes to a majority of it. To see a majority is not enough: when a member is
 * gone, its place among the backups of a partition is empty until the partition is repaired, and the engine sends to as many
 * places as there are other members, empty or not. A change may then go nowhere and be acknowledged all the same.
 */
public final class ReplicaQuorum {

    private static final String CONTEXT_KEY = "dev.rehydrate.copies";
    private static final ReplicaQuorum NOT_NEEDED = new ReplicaQuorum(0, 0, null);

    private final int needed;
    private final int backups;
    private final @Nullable NodeEngine engine;

    private ReplicaQuorum(int needed, int backups, @Nullable NodeEngine engine) {
        this.needed = needed;
        this.backups = backups;
        this.engine = engine;
    }

    /**
     * Tells whether a change that is made here now would go to enough members, this one included; always, if the farm is not
     * protected or another member has the slot.
     */
    public static boolean reachableFrom(@Nullable HazelcastInstance member, UUID slot) {
        return member == null || of(member).isReachable(slot);
    }

    private static ReplicaQuorum of(HazelcastInstance member) {
        ConcurrentMap<String, Object> context = member.getUserContext();
        Object known = context.get(CONTEXT_KEY);
        if (known == null) {
            known = found(member);
            context.put(CONTEXT_KEY, known);
        }
        return (ReplicaQuorum) known;
    }

    private static ReplicaQuorum found(HazelcastInstance member) {
        int needed = LocalQuorumView.needed(member);
        HazelcastInstance real = member instanceof HazelcastInstanceProxy proxy ? proxy.getOriginal() : member;
        if (needed == 0 || !(real instanceof HazelcastInstanceImpl running)) {
            return NOT_NEEDED;
        }
        int backups = member.getConfig().findMapConfig(MapNames.SLOTS).getBackupCount();
        return new ReplicaQuorum(needed, backups, running.node.getNodeEngine());
    }

    private boolean isReachable(UUID slot) {
        if (engine == null) {
            return true;
        }
        IPartitionService partitions = engine.getPartitionService();
        InternalPartition partition =
                ((InternalPartitionService) partitions).getPartition(partitions.getPartitionId(slot), false);
        ClusterService cluster = engine.getClusterService();
        int places = Math.min(backups, partitions.getMaxAllowedBackupCount());
        return !partition.isLocal()
                || 1 + filled(partition, places, backup -> cluster.getMember(backup.address(), backup.uuid()) != null)
                        >= needed;
    }

    /** Counts the backups in the first places that are members. */
    public static int filled(InternalPartition partition, int places, Predicate<PartitionReplica> isMember) {
        int filled = 0;
        for (int place = 1; place <= places; place++) {
            PartitionReplica backup = partition.getReplica(place);
            filled += backup != null && isMember.test(backup) ? 1 : 0;
        }
        return filled;
    }
}
