// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.cluster.Member;
import com.hazelcast.splitbrainprotection.SplitBrainProtectionFunction;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * More than half of the farm is here. If there are more members than the farm is said to have, half of it cannot be told
 * from the whole, and no part answers before a partition can make two answers of one.
 */
public final class ClusterQuorum implements SplitBrainProtectionFunction {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final int farmSize;
    private boolean wasTooLarge;

    public ClusterQuorum(int farmSize) {
        this.farmSize = farmSize;
    }

    /** {@return how many members are more than half of a farm} */
    public static int majority(int farmSize) {
        return farmSize / 2 + 1;
    }

    /** Asked by one thread, with every beat of the farm. */
    @Override
    public boolean apply(Collection<Member> members) {
        boolean tooLarge = members.size() > farmSize;
        if (tooLarge && !wasTooLarge) {
            LOG.error(
                    "nothing is answered while there are more members than the farm is said to have: members={} farm-size={}",
                    members.size(),
                    farmSize);
        }
        wasTooLarge = tooLarge;
        return !tooLarge && members.size() >= majority(farmSize);
    }
}
