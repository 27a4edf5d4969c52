// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.engine;

import com.hazelcast.cluster.Member;
import com.hazelcast.partition.PartitionService;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import dev.rehydrate.store.hazelcast.stored.Addresses;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells which member owns a slot. Clients keep nothing; what they are told of partitions is as good as what members know. */
final class SlotPlaces {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final PartitionService partitions;

    SlotPlaces(PartitionService partitions) {
        this.partitions = partitions;
    }

    /** {@return the member that owns a slot, or empty if that is not known now} */
    Optional<Placement> of(SlotAddress at) {
        Member owner;
        try {
            owner = partitions.getPartition(Addresses.key(at)).getOwner();
        } catch (RuntimeException notKnownNow) {
            LOG.debug("the place of a slot is not known: slot={}", at, notKnownNow);
            return Optional.empty();
        }
        return owner == null
                ? Optional.empty()
                : Optional.of(new Placement(AddressText.of(owner.getAddress()), owner.localMember()));
    }
}
