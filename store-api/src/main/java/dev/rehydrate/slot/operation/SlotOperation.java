// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.ChangeOrigin;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Decision;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens to one slot as a whole. An operation is a value that carries its rule: a provider runs {@link
 * #decide} where the slot is, atomically with storing the result, and never looks inside.
 *
 * <p>{@code decide} and {@code transition} are pure functions: they read no clock, draw no random number, change none of their arguments and
 * answer the same for the same arguments.
 *
 * @param <A> the answer
 */
public sealed interface SlotOperation<A>
        permits AcquireInstance,
                CommitInstance,
                ReleaseHold,
                ControlInstance,
                RevokeHold,
                ExtendIdleTime,
                InspectSlot,
                ClaimKey,
                RevokeClaims,
                DropClaim,
                WithdrawKey,
                SweepSlot,
                DiscardDamaged {

    /**
     * Decides what becomes of the slot, and records what changes of its instance if that is wanted.
     *
     * @param at the address of the slot
     * @param slot what is stored there; {@link Slot#EMPTY} if nothing is
     * @param now the present, by the clock of the store
     * @return what to store and what to answer
     */
    default Decision<A> decide(SlotAddress at, Slot slot, Instant now) {
        return ChangeRecorder.recorded(recordedAs(), slot, transition(at, slot, now), now);
    }

    /**
     * The rule of this operation. Engines call {@link #decide}, which also records the change.
     *
     * @param at the address of the slot
     * @param slot what is stored there; {@link Slot#EMPTY} if nothing is
     * @param now the present, by the clock of the store
     * @return what to store and what to answer
     */
    Decision<A> transition(SlotAddress at, Slot slot, Instant now);

    /**
     * Decides what becomes of a slot that is damaged, so that {@link #decide} has nothing to decide on. Engines ask only where every release would find it
     * damaged: what is sound and of another release stays.
     *
     * @return what to store in its place, and what to answer; empty, as nearly always, to fail and leave it as it is
     */
    default Optional<Decision<A>> decideDamaged() {
        return Optional.empty();
    }

    /**
     * Says how the flight recorder names a change that this makes of an instance.
     *
     * @return by whom the change is made and by which command; null if this changes nothing that is recorded
     */
    default @Nullable ChangeOrigin recordedAs() {
        return null;
    }

    /**
     * Answers from the memory of the slot alone. Where a command is refused for a reason outside of the slot of its
     * instance, such as a key that belongs to another instance, this is asked first: the refusal may be due to what
     * happened after the command was carried out.
     *
     * @param slot what is stored at the address of the operation
     * @return what {@link #decide} answers because the slot remembers the command, or empty if it does not
     */
    default Optional<Decision<A>> recalled(Slot slot) {
        return Optional.empty();
    }

    /**
     * Tells whether the answer means something if nothing is stored. It is then not given where data were lost.
     *
     * @return false if this only removes what is there
     */
    default boolean concludesFromAbsence() {
        return true;
    }

    /**
     * Tells whether most likely nothing is stored where this is applied. A provider whose writes are guarded then need not read first:
     * it lets this decide on {@link Slot#EMPTY}, and writes only if nothing is there.
     *
     * @return true only if what this does where something is stored is rare
     */
    default boolean expectsAbsence() {
        return false;
    }

    /**
     * Tells whether this can change a slot. If it cannot, a failure never leaves a doubt about what was stored.
     *
     * @return false if {@link #decide} never answers {@link Decision.Write}
     */
    default boolean canChange() {
        return true;
    }

    /**
     * Tells whether this has fewer bytes than the slot that it makes of a stored instance. A provider with copies then sends
     * the operation to a copy and not the slot.
     *
     * @return false if this carries everything that the slot will hold
     */
    default boolean isSmallerThanResult() {
        return true;
    }

    /**
     * Names the values whose bytes this needs. A provider that keeps values apart from the rest of a slot reads only these, and
     * gives {@link #decide} {@linkplain StoredValue#withoutBytes() no bytes} of the others. What can change a slot needs all,
     * because the slot that it writes is whole.
     *
     * @return the values; all unless this is a read that selects some
     */
    default ValueSelection valuesNeeded() {
        return ValueSelection.all();
    }

    /**
     * Adds up the encoded values that this carries.
     *
     * @return how many bytes they have
     */
    default long payloadBytes() {
        return 0;
    }

    /**
     * Names the command whose changes of an instance this commits, for an engine that can do work of the caller in the same
     * transaction. A repeat names it too, and does not write.
     *
     * @return the id of the command, or null if this does not create, save or complete an instance for one
     */
    default @Nullable CommandId savesFor() {
        return null;
    }

    /**
     * Names the instances whose keys depend on an earlier step of the same command, in another slot: an instance that lists a further key from now on
     * has claimed it before, and one whose claim is removed has stopped listing the key before. If that step may be lost, as when a client is connected to a
     * farm that has begun anew, the keys of these instances have to be looked at again.
     *
     * @param at the address of the slot
     * @return the addresses of these instances
     */
    default Set<SlotAddress> reliesOnKeysOf(SlotAddress at) {
        return Set.of();
    }
}
