// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import java.time.Instant;
import java.util.Optional;

/**
 * Removes what is stored in a slot if it cannot be read, and nothing else: what a person does about a damaged record. Answers whether it was damaged, and is
 * removed. Without effect on a slot that can be read, and on one in which nothing is. So a repeat is without effect too.
 *
 * <p>A record that another release wrote, and that is sound, is not damaged: an engine does not ask about it.
 */
public record DiscardDamaged() implements SlotOperation<Boolean> {

    @Override
    public boolean concludesFromAbsence() {
        return false;
    }

    @Override
    public Decision<Boolean> transition(SlotAddress at, Slot slot, Instant now) {
        return new Decision.Keep<>(false);
    }

    @Override
    public Optional<Decision<Boolean>> decideDamaged() {
        return Optional.of(new Decision.Write<>(Slot.EMPTY, true));
    }
}
