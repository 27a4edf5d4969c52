// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For whom an operation is done, and what that party knows.
 *
 * @param owner the owner
 * @param hostType the host type that instances created by it belong to, or null
 * @param defaultIdleTtl the idle time to live of instances that say nothing about it, or null for ever
 * @param expiredOwners owners that the caller knows to have expired; what they hold can be taken
 * @param memoryRetention after which time the commands of an idle origin may be forgotten; null for never
 */
public record Caller(
        OwnerId owner,
        @Nullable String hostType,
        @Nullable Duration defaultIdleTtl,
        Set<OwnerId> expiredOwners,
        @Nullable Duration memoryRetention) {

    /** Copies the set. */
    public Caller {
        Objects.requireNonNull(owner, "owner");
        expiredOwners = Set.copyOf(expiredOwners);
    }

    /**
     * A caller for which no origin of commands is forgotten for its age.
     *
     * @param owner the owner
     * @param hostType the host type, or null
     * @param defaultIdleTtl the idle time to live, or null
     * @param expiredOwners owners that the caller knows to have expired
     */
    public Caller(
            OwnerId owner, @Nullable String hostType, @Nullable Duration defaultIdleTtl, Set<OwnerId> expiredOwners) {
        this(owner, hostType, defaultIdleTtl, expiredOwners, null);
    }
}
