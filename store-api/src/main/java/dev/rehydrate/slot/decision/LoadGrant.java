// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.decision;

import dev.rehydrate.slot.InstanceRecord;
import java.util.Objects;

/**
 * The answer to an acquisition.
 *
 * @param record the instance, held by the caller
 * @param claimEpoch under which to claim further keys of the instance
 */
public record LoadGrant(InstanceRecord record, long claimEpoch) {

    /** Checks that nothing is missing. */
    public LoadGrant {
        Objects.requireNonNull(record, "record");
    }
}
