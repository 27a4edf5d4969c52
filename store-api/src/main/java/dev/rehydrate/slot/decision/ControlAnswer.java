// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.decision;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.Slot;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an administrator's operation.
 *
 * @param claimEpoch claims under a smaller one for a dropped key are void
 * @param droppedKeys keys the instance had and has not any more, whose claims can be dropped
 * @param runnableAt when the instance wants to run, if it may and no owner holds it; else null
 */
public record ControlAnswer(
        long claimEpoch,
        Set<InstanceKey> droppedKeys,
        @Nullable Instant runnableAt) {

    /** Copies the set. */
    public ControlAnswer {
        droppedKeys = Set.copyOf(droppedKeys);
    }

    /**
     * Answers what has dropped no key.
     *
     * @param slot the slot
     * @return the answer
     */
    public static ControlAnswer nothingDropped(Slot slot) {
        return new ControlAnswer(slot.claimEpoch(), Set.of(), null);
    }

    /**
     * Answers an operation that was carried out before.
     *
     * @param slot the slot
     * @param id the command
     * @return the answer if the slot remembers the command, a refusal if it may have forgotten it, else empty
     */
    public static Optional<Decision<ControlAnswer>> recalled(Slot slot, CommandId id) {
        if (slot.recall(id).isPresent()) {
            return Optional.of(new Decision.Keep<>(nothingDropped(slot)).withEvent(DecisionEvent.REPEATED));
        }
        return slot.mayHaveForgotten(id)
                ? Optional.of(new Decision.Refuse<>(new Refusal.TooLateToTell()))
                : Optional.empty();
    }
}
