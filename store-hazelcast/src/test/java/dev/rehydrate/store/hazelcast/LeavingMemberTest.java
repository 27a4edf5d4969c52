// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.operation.ClaimKey;
import dev.rehydrate.store.hazelcast.slot.DecideInSlot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A member that is terminated closes its connections before it stops its partitions. */
final class LeavingMemberTest {

    private final TestFarm farm = new TestFarm();

    @AfterEach
    void close() {
        farm.close();
    }

    /** It would be acknowledged without a backup, and be gone with the member. */
    @Test
    void aMemberThatHasLeftTheFarmDecidesNothing() {
        HazelcastInstance member = farm.member(HazelcastStoreOptions.builder());
        InstanceKey key = new InstanceKey(5, 6);
        DecideInSlot claim = new DecideInSlot(new ClaimKey(key, new KeyClaim(new InstanceId(1, 2), 0), null, Set.of()));
        claim.setHazelcastInstance(member);
        Map.Entry<UUID, StoredSlot> entry = new AbstractMap.SimpleEntry<>(new UUID(5, 6), null);

        ((HazelcastInstanceProxy) member).getOriginal().node.getClusterService().resetJoinState();

        assertThatThrownBy(() -> claim.process(entry)).isInstanceOf(RetryableHazelcastException.class);
        assertThat(entry.getValue()).isNull();
    }
}
