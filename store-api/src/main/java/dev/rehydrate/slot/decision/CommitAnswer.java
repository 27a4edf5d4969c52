// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.decision;

import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceKey;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a commit.
 *
 * @param receipt what was made of the instance
 * @param claimEpoch under which to claim further keys; claims under a smaller one for a dropped key are void
 * @param droppedKeys keys the instance had and has not any more, whose claims can be dropped
 * @param runnableAt when the instance wants to run, if no owner holds it now; else null
 */
public record CommitAnswer(
        SaveReceipt receipt,
        long claimEpoch,
        Set<InstanceKey> droppedKeys,
        @Nullable Instant runnableAt) {

    /** Copies the set. */
    public CommitAnswer {
        Objects.requireNonNull(receipt, "receipt");
        droppedKeys = Set.copyOf(droppedKeys);
    }
}
