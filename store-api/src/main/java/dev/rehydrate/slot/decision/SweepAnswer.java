// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.decision;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a sweep.
 *
 * @param removed the instance that was removed, or null if none was
 * @param claimEpoch claims of it under a smaller one are void
 * @param droppedKeys its keys, whose claims can be dropped
 */
public record SweepAnswer(@Nullable InstanceId removed, long claimEpoch, Set<InstanceKey> droppedKeys) {

    /** Nothing was removed. */
    public static final SweepAnswer NOTHING = new SweepAnswer(null, 0, Set.of());

    /** Copies the set. */
    public SweepAnswer {
        droppedKeys = Set.copyOf(droppedKeys);
    }
}
