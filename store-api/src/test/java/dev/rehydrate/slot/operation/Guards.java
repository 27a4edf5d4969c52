// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.Decision.Keep;
import dev.rehydrate.slot.decision.Decision.Refuse;
import dev.rehydrate.slot.decision.Decision.Write;
import java.time.Instant;
import java.util.Objects;

/** The rules as they are, and broken copies of them with one guard off each, by which the check is checked. */
enum Guards {
    ALL_ON,
    COMMIT_IGNORES_THE_EPOCH,
    COMMIT_IGNORES_A_CLAIM_ON_THE_HOME_KEY,
    COMMIT_THAT_DROPS_KEYS_KEEPS_THE_EPOCH,
    CLAIM_REPLACES_WHATEVER_IS_THERE,
    CLAIM_IGNORES_THE_INSTANCE_AT_HOME,
    CLAIM_IS_NOT_RENEWED_UNDER_A_NEWER_EPOCH,
    REVOKE_IGNORES_THAT_THE_KEY_IS_LISTED,
    REVOKE_DOES_NOT_RAISE_THE_EPOCH,
    REVOKE_LEAVES_NO_TRACE_WHERE_NO_INSTANCE_IS,
    DROP_IGNORES_THE_EPOCH,
    DROP_IGNORES_WHOSE_CLAIM_IT_IS,
    DELETION_IS_FORGOTTEN_AT_ONCE;

    /** What the rules decide, or what they would decide without the guard that is off. */
    <A> Decision<A> decide(SlotOperation<A> operation, SlotAddress at, Slot slot, Instant now) {
        Decision<A> decision = weakened(operation, slot).decide(at, seen(operation, slot), now);
        return altered(operation, slot, decision);
    }

    boolean forgets(Slot slot) {
        return this == DELETION_IS_FORGOTTEN_AT_ONCE && slot.instance() == null && slot.claim() == null;
    }

    /** The operation, asking for more than it may. */
    @SuppressWarnings("unchecked")
    private <A> SlotOperation<A> weakened(SlotOperation<A> operation, Slot slot) {
        SlotOperation<?> weak = operation;
        if (this == COMMIT_IGNORES_THE_EPOCH && operation instanceof CommitInstance commit) {
            weak = commit.claimedUnder(Long.MAX_VALUE);
        } else if (this == CLAIM_REPLACES_WHATEVER_IS_THERE && operation instanceof ClaimKey claim) {
            weak = new ClaimKey(claim.key(), claim.wanted(), slot.claim(), claim.expiredOwners());
        } else if (this == DROP_IGNORES_THE_EPOCH && operation instanceof DropClaim drop) {
            weak = new DropClaim(drop.instance(), Long.MAX_VALUE);
        } else if (this == DROP_IGNORES_WHOSE_CLAIM_IT_IS
                && operation instanceof DropClaim drop
                && slot.claim() != null) {
            weak = new DropClaim(Objects.requireNonNull(slot.claim()).instance(), drop.below());
        }
        return (SlotOperation<A>) weak;
    }

    /** The slot, without what the operation shall not see. */
    private Slot seen(SlotOperation<?> operation, Slot slot) {
        boolean blind = this == COMMIT_IGNORES_A_CLAIM_ON_THE_HOME_KEY && operation instanceof CommitInstance;
        return blind ? slot.withClaim(null, slot.changedAt()) : slot;
    }

    /** The decision, without what it should have done or with what it should have refused. */
    @SuppressWarnings("unchecked")
    private <A> Decision<A> altered(SlotOperation<A> operation, Slot slot, Decision<A> decision) {
        if (decision instanceof Write<A> write) {
            return alteredWrite(operation, slot, write);
        }
        if (decision instanceof Refuse<A>
                && operation instanceof RevokeClaims
                && this == REVOKE_IGNORES_THAT_THE_KEY_IS_LISTED) {
            return (Decision<A>) new Keep<>(slot.claimEpoch());
        }
        if (decision instanceof Refuse<A>
                && operation instanceof ClaimKey claim
                && this == CLAIM_IGNORES_THE_INSTANCE_AT_HOME) {
            return slot.claim() == null
                    ? (Decision<A>) new Write<>(slot.withClaim(claim.wanted(), slot.changedAt()), claim.wanted())
                    : decision;
        }
        return decision;
    }

    private <A> Decision<A> alteredWrite(SlotOperation<A> operation, Slot slot, Write<A> write) {
        Slot next = write.next();
        return switch (this) {
            case COMMIT_IGNORES_A_CLAIM_ON_THE_HOME_KEY ->
                operation instanceof CommitInstance
                        ? new Write<>(next.withClaim(slot.claim(), next.changedAt()), write.answer())
                        : write;
            case COMMIT_THAT_DROPS_KEYS_KEEPS_THE_EPOCH ->
                operation instanceof CommitInstance
                        ? new Write<>(next.withClaimEpoch(slot.claimEpoch(), next.changedAt()), write.answer())
                        : write;
            case CLAIM_IS_NOT_RENEWED_UNDER_A_NEWER_EPOCH -> {
                boolean renewal = operation instanceof ClaimKey claim
                        && slot.claim() != null
                        && slot.claim().instance().equals(claim.wanted().instance());
                yield renewal ? new Keep<>(write.answer()) : write;
            }
            case REVOKE_DOES_NOT_RAISE_THE_EPOCH ->
                operation instanceof RevokeClaims ? new Keep<>(write.answer()) : write;
            case REVOKE_LEAVES_NO_TRACE_WHERE_NO_INSTANCE_IS ->
                operation instanceof RevokeClaims && slot.instance() == null ? new Keep<>(write.answer()) : write;
            default -> write;
        };
    }
}
