// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.recording;

import dev.rehydrate.instance.OwnerId;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * One change of an instance, as the flight recorder keeps it. Immutable.
 *
 * @param at when, by the clock of the store, in whole milliseconds
 * @param owner the owner for which the command was carried out; it may have expired since
 * @param command what kind of command it was
 * @param revision the number of the {@linkplain dev.rehydrate.instance.Revision revision} after the change; at least 1. Taking
 *     or giving back the hold leaves it as it was
 * @param bytes how many bytes the encoded values of data and metadata had after the change, together; keys not counted
 * @param events what the change did, in the order of the constants; empty if only a newer release knows
 */
public record RecordedChange(
        Instant at, OwnerId owner, RecordedCommand command, long revision, long bytes, Set<ChangeEvent> events) {

    /**
     * Cuts the time to milliseconds and copies the set.
     *
     * @throws IllegalArgumentException if the revision is less than 1 or the bytes are negative
     */
    public RecordedChange {
        at = Instant.ofEpochMilli(at.toEpochMilli());
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(command, "command");
        EnumSet<ChangeEvent> inOrder = EnumSet.noneOf(ChangeEvent.class);
        inOrder.addAll(events);
        events = Collections.unmodifiableSet(inOrder);
        if (revision < 1 || bytes < 0) {
            throw new IllegalArgumentException("not a change: revision=" + revision + " bytes=" + bytes);
        }
    }
}
