// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.internal.partition.InternalPartition;
import com.hazelcast.internal.partition.PartitionReplica;
import com.hazelcast.internal.partition.ReadonlyInternalPartition;
import dev.rehydrate.store.hazelcast.majority.ReplicaQuorum;
import java.net.InetAddress;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Where a change goes while members are gone and partitions are not repaired yet. */
final class ReplicaQuorumTest {

    private static final PartitionReplica OWNER = replica(1);
    private static final PartitionReplica FIRST = replica(2);
    private static final PartitionReplica SECOND = replica(3);

    @Test
    void aWholePartitionHasAllItsCopies() {
        assertThat(ReplicaQuorum.filled(partition(FIRST, SECOND), 2, Set.of(FIRST, SECOND)::contains))
                .isEqualTo(2);
    }

    @Test
    void aPlaceThatIsEmptyDoesNotCountThoughTheNextOneIsFilled() {
        // Two members are left, so that the engine sends to the first place only.
        assertThat(ReplicaQuorum.filled(partition(null, SECOND), 1, Set.of(SECOND)::contains))
                .isZero();
    }

    @Test
    void aPlaceOfWhomIsGoneDoesNotCount() {
        assertThat(ReplicaQuorum.filled(partition(FIRST, SECOND), 1, Set.of(SECOND)::contains))
                .isZero();
        assertThat(ReplicaQuorum.filled(partition(SECOND, FIRST), 1, Set.of(SECOND)::contains))
                .isOne();
    }

    private static InternalPartition partition(PartitionReplica first, PartitionReplica second) {
        PartitionReplica[] replicas = new PartitionReplica[InternalPartition.MAX_REPLICA_COUNT];
        replicas[0] = OWNER;
        replicas[1] = first;
        replicas[2] = second;
        return new ReadonlyInternalPartition(replicas, 0, 1);
    }

    private static PartitionReplica replica(int port) {
        return new PartitionReplica(new Address(InetAddress.getLoopbackAddress(), port), new UUID(0, port));
    }
}
