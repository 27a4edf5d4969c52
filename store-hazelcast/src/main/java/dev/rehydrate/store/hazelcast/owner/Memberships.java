// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.owner;

import com.hazelcast.cluster.MembershipAdapter;
import com.hazelcast.cluster.MembershipEvent;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a store does when a member joins or leaves. The owners of one that left expire at once: each remaining member declares it. */
public final class Memberships extends MembershipAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final ClusterOwners owners;
    private final Runnable agreeOnTime;

    /**
     * A listener for one store.
     *
     * @param owners the table of owners
     * @param agreeOnTime asks the members anew what time it is
     */
    public Memberships(ClusterOwners owners, Runnable agreeOnTime) {
        this.owners = owners;
        this.agreeOnTime = agreeOnTime;
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        LOG.info(
                "a member has joined: address={} members={}",
                AddressText.of(event.getMember().getAddress()),
                event.getMembers().size());
        agreeOnTime.run();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        UUID left = event.getMember().getUuid();
        LOG.info(
                "a member has left: address={} members={}",
                AddressText.of(event.getMember().getAddress()),
                event.getMembers().size());
        var unused = owners.expireAllOf(left).exceptionally(failure -> {
            LOG.warn("the owners of a member that left expire only after their leases: member={}", left, failure);
            return 0;
        });
        agreeOnTime.run();
    }
}
