// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.time.Duration;
import java.util.Objects;

/**
 * An owner as an engine stores it.
 *
 * @param id the owner
 * @param description what the host says of itself
 * @param lease how long a heartbeat counts: a store that sees no new one for this long, on its own monotonic clock, may take
 *     the owner for expired; zero if the engine knows that it is
 * @param beat a counter that the owner moves; it has no meaning but that it moves. {@link #RETIRED} of an owner that has retired
 */
public record OwnerRecord(OwnerId id, OwnerDescription description, Duration lease, long beat) {

    /** The beat of an owner that has retired, which no counter reaches. It needs no place of its own in what engines store. */
    public static final long RETIRED = Long.MAX_VALUE;

    /** Checks that nothing is missing. */
    public OwnerRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(lease, "lease");
    }

    /**
     * The same owner after a beat.
     *
     * @param next the counter
     * @return a copy
     */
    public OwnerRecord withBeat(long next) {
        return new OwnerRecord(id, description, lease, next);
    }

    /**
     * The same owner, of which the engine knows that it has expired. It stays known until nothing refers to it: an owner of which
     * there is no record is found expired only by a command that meets an instance it holds.
     *
     * @return a copy
     */
    public OwnerRecord asExpired() {
        return new OwnerRecord(id, description, Duration.ZERO, beat);
    }

    /**
     * The same owner, which has ended in an orderly way. For all commands it has expired; people are told the difference.
     *
     * @return a copy
     */
    public OwnerRecord asRetired() {
        return new OwnerRecord(id, description, Duration.ZERO, RETIRED);
    }

    /** {@return whether the owner has ended in an orderly way; such an owner {@linkplain #isExpired() has expired}, too} */
    public boolean isRetired() {
        return isExpired() && beat == RETIRED;
    }

    /** {@return whether the engine knows that the owner has expired, so that no command has to wait for the end of its lease} */
    public boolean isExpired() {
        return lease.isZero();
    }
}
