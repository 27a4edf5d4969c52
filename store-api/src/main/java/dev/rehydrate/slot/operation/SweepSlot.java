// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.SweepAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes what can no longer be used: an expired instance, one that never got data and whose holder expired (contract §6
 * pain 4), one that has come to its end and was kept for its time, and memories that have become too old.
 *
 * @param expiredOwners owners that the caller knows to have expired
 * @param retention how long memories are kept
 * @param ends how long instances are kept that have come to an end
 */
public record SweepSlot(Set<OwnerId> expiredOwners, Duration retention, EndRetention ends)
        implements SlotOperation<SweepAnswer> {

    /** Copies the set. */
    public SweepSlot {
        expiredOwners = Set.copyOf(expiredOwners);
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(ends, "ends");
    }

    /**
     * A sweep that keeps for ever what has come to an end.
     *
     * @param expiredOwners owners that the caller knows to have expired
     * @param retention how long memories are kept
     */
    public SweepSlot(Set<OwnerId> expiredOwners, Duration retention) {
        this(expiredOwners, retention, EndRetention.NEVER);
    }

    @Override
    public boolean concludesFromAbsence() {
        return false;
    }

    @Override
    public Decision<SweepAnswer> transition(SlotAddress at, Slot slot, Instant now) {
        InstanceRecord record = slot.instance();
        if (record != null && isOver(record, now)) {
            return purge(slot, record, now);
        }
        return slot.isForgettable(now, retention)
                ? new Decision.Write<>(Slot.EMPTY, SweepAnswer.NOTHING)
                : new Decision.Keep<>(SweepAnswer.NOTHING);
    }

    private Decision<SweepAnswer> purge(Slot slot, InstanceRecord record, Instant now) {
        Slot next = slot.ended(record, now).withoutEarlierCommands();
        SweepAnswer answer =
                new SweepAnswer(record.id(), next.claimEpoch(), record.keys().keySet());
        Decision<SweepAnswer> ended = new Decision.Write<>(next, answer);
        boolean outlived = record.isExpired(now, expiredOwners) || isKeptLongEnough(record, now);
        return outlived ? ended.withEvent(DecisionEvent.EXPIRED) : ended;
    }

    /**
     * Tells whether this removes an instance.
     *
     * @param record what is stored of it
     * @param now the present
     * @return whether it has expired, was left by an expired owner before its first save, or has ended and was kept for long enough
     */
    public boolean isOver(InstanceRecord record, Instant now) {
        boolean abandoned = record.state() == InstanceState.UNINITIALIZED
                && record.header().holder() != null
                && !record.isHeldByOtherThan(expiredOwners)
                && record.header().suspension() == null;
        return abandoned || record.isExpired(now, expiredOwners) || isKeptLongEnough(record, now);
    }

    private boolean isKeptLongEnough(InstanceRecord record, Instant now) {
        if (record.isHeldByOtherThan(expiredOwners)) {
            return false;
        }
        InstanceHeader header = record.header();
        if (header.state() == InstanceState.COMPLETED) {
            return isOver(header.updatedAt(), ends.completed(), now);
        }
        Suspension suspension = header.suspension();
        return suspension != null
                && suspension.failed()
                && header.dueAt() == null
                && isOver(suspension.since(), ends.failed(), now);
    }

    private static boolean isOver(Instant end, @Nullable Duration kept, Instant now) {
        return kept != null && !EndOfTime.orAfter(end, kept).isAfter(now);
    }
}
