// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.Decision;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a party of the claim protocol does next: one operation on one slot, and what follows from its answer.
 * Immutable, so that a schedule can be tried, and then another from the same point.
 */
record Step<A>(String who, SlotAddress at, SlotOperation<A> operation, Function<Decision<A>, Optional<Step<?>>> then) {

    /** Does the operation and says what comes after it, if anything does. */
    Optional<Step<?>> takenIn(KeyWorld world) {
        return then.apply(world.apply(who, at, operation));
    }

    /** Does the operation for a party that does not learn the answer. */
    void unheardIn(KeyWorld world) {
        world.apply(who + ", unheard", at, operation);
    }
}
