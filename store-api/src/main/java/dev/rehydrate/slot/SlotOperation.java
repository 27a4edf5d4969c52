// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import java.time.Instant;

/**
 * Something that happens to one slot as a whole. An operation is a value that carries its rule: a provider runs {@link
 * #decide} where the slot is, atomically with storing the result, and never looks inside.
 *
 * <p>{@code decide} is a pure function: it reads no clock, draws no random number, changes none of its arguments and
 * answers the same for the same arguments.
 *
 * @param <A> the answer
 */
public sealed interface SlotOperation<A>
        permits AcquireInstance,
                CommitInstance,
                ReleaseHold,
                ControlInstance,
                RevokeHold,
                InspectSlot,
                ClaimKey,
                RevokeClaims,
                DropClaim,
                SweepSlot {

    /**
     * Decides what becomes of the slot.
     *
     * @param at the address of the slot
     * @param slot what is stored there; {@link Slot#EMPTY} if nothing is
     * @param now the present, by the clock of the store
     * @return what to store and what to answer
     */
    Decision<A> decide(SlotAddress at, Slot slot, Instant now);
}
