// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.recording.RecordedCommand;
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
 * @param recordedChanges how many changes of an instance are to be recorded; 0 to begin no recording and to go on with one that
 *     is there
 */
public record Caller(
        OwnerId owner,
        @Nullable String hostType,
        @Nullable Duration defaultIdleTtl,
        Set<OwnerId> expiredOwners,
        @Nullable Duration memoryRetention,
        int recordedChanges) {

    /** Copies the set. */
    public Caller {
        Objects.requireNonNull(owner, "owner");
        expiredOwners = Set.copyOf(expiredOwners);
    }

    /**
     * A caller that begins no recording of changes.
     *
     * @param owner the owner
     * @param hostType the host type, or null
     * @param defaultIdleTtl the idle time to live, or null
     * @param expiredOwners owners that the caller knows to have expired
     * @param memoryRetention after which time the commands of an idle origin may be forgotten; null for never
     */
    public Caller(
            OwnerId owner,
            @Nullable String hostType,
            @Nullable Duration defaultIdleTtl,
            Set<OwnerId> expiredOwners,
            @Nullable Duration memoryRetention) {
        this(owner, hostType, defaultIdleTtl, expiredOwners, memoryRetention, 0);
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

    /**
     * Names a command of this caller in what is recorded.
     *
     * @param command the command
     * @return where its change comes from
     */
    public ChangeOrigin recordedAs(RecordedCommand command) {
        return new ChangeOrigin(command, owner, recordedChanges);
    }
}
