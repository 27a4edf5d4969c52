// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.inspection;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.util.Objects;

/**
 * An owner as one store sees it.
 *
 * @param id the owner
 * @param description what the host says of itself
 * @param lease how long a heartbeat of it counts
 * @param unmoved for how long this store has seen no new heartbeat, on its own monotonic clock; zero if it has only begun to
 *     look
 * @param expired whether the lease has expired, so that other hosts may take over what the owner holds
 * @param retired whether it has ended in an orderly way, as at the end of its store; it has expired, then, too. False of one
 *     that has lost its lease, and of one that a store of an earlier release has retired
 */
public record OwnerSighting(
        OwnerId id, OwnerDescription description, Duration lease, Duration unmoved, boolean expired, boolean retired) {

    /** Checks that nothing is missing. */
    public OwnerSighting {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(unmoved, "unmoved");
    }
}
