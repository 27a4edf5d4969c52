// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether a member sees the majority of a protected farm at this very moment. The engine's own protection learns of members
 * that are gone a little later than the partitions do, and in that little time a member that is alone needs no backups: what
 * it acknowledges is gone when it comes back.
 */
public final class LocalQuorumView {

    private static final String CONTEXT_KEY = "dev.rehydrate.majority";

    private LocalQuorumView() {}

    /** Tells whether the members that a member sees are enough; always, if the farm is not protected. */
    public static boolean by(@Nullable HazelcastInstance member) {
        if (member == null) {
            return true;
        }
        int needed = needed(member);
        return needed == 0 || member.getCluster().getMembers().size() >= needed;
    }

    /** How many members make the majority, this one included; 0 if the farm is not protected. */
    static int needed(HazelcastInstance member) {
        ConcurrentMap<String, Object> context = member.getUserContext();
        Object known = context.get(CONTEXT_KEY);
        if (known == null) {
            SplitBrainProtectionConfig majority =
                    member.getConfig().getSplitBrainProtectionConfigs().get(MapNames.MAJORITY);
            known = majority == null ? 0 : majority.getMinimumClusterSize();
            context.put(CONTEXT_KEY, known);
        }
        return (Integer) known;
    }
}
