// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.Expected;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.OriginHistory;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import java.time.Instant;
import java.util.Set;

/** The rules as they are, and broken copies of them, by which the model and the laws are checked. */
enum Tampering {
    NONE,
    REPEATS_ARE_CARRIED_OUT,
    LATE_REPEATS_ARE_CARRIED_OUT,
    EARLIER_LIVES_ARE_FORGOTTEN,
    ANY_HOLD_WILL_DO,
    ANY_REVISION_WILL_DO,
    THE_LIVING_COUNT_AS_DEAD,
    COMPLETED_INSTANCES_STAY_HELD;

    /** What the rules decide, or what they would decide if they were broken. */
    <A> Decision<A> decide(SlotOperation<A> operation, SlotAddress at, Slot slot, Instant now) {
        Decision<A> decision = tampered(operation, slot).decide(at, seen(slot), now);
        boolean stay = this == COMPLETED_INSTANCES_STAY_HELD && operation instanceof CommitInstance;
        return stay && decision instanceof Decision.Write<A> write
                ? held(write, (CommitInstance) operation, now)
                : decision;
    }

    private Slot seen(Slot slot) {

        boolean lives = this == EARLIER_LIVES_ARE_FORGOTTEN;
        return new Slot(
                slot.instance(),
                slot.claim(),
                slot.claimEpoch(),
                remembered(slot.recent()),
                lives ? null : slot.tombstone(),
                slot.changedAt(),
                null);
    }

    private CommandHistory remembered(CommandHistory recent) {
        if (this == REPEATS_ARE_CARRIED_OUT) {
            return CommandHistory.EMPTY;
        }
        return this == LATE_REPEATS_ARE_CARRIED_OUT
                ? new CommandHistory(recent.origins().stream()
                        .map(origin -> new OriginHistory(origin.origin(), origin.lastSecond(), origin.recent(), 0, 0))
                        .toList())
                : recent;
    }

    @SuppressWarnings("unchecked")
    private <A> SlotOperation<A> tampered(SlotOperation<A> operation, Slot slot) {
        if (!(operation instanceof CommitInstance commit) || slot.instance() == null) {
            return operation;
        }
        LockProof proof = commit.proof();
        Expected expected = commit.expected();
        Caller caller = commit.caller();
        if (this == ANY_HOLD_WILL_DO && proof instanceof LockProof.Holding) {
            proof = new LockProof.Holding(Hold.of(slot.instance()));
        }
        if (this == ANY_REVISION_WILL_DO) {
            expected = Expected.any();
        }
        if (this == THE_LIVING_COUNT_AS_DEAD) {
            caller = new Caller(caller.owner(), null, null, Set.of(Given.ME, Given.OTHER, Given.DEAD));
        }
        return (SlotOperation<A>) new CommitInstance(
                commit.id(), caller, proof, expected, commit.changes(), commit.after(), commit.claimedUnder());
    }

    private static <A> Decision<A> held(Decision.Write<A> write, CommitInstance commit, Instant now) {
        if (commit.after() != CommitInstance.After.COMPLETED) {
            return write;
        }
        InstanceDraft draft = InstanceDraft.of(write.next().instance());
        draft.holder = commit.caller().owner();
        return new Decision.Write<>(write.next().withInstance(draft.toRecord(), now), write.answer());
    }
}
