// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.Refusal;
import java.util.Objects;
import java.util.Set;

/**
 * What an engine says after an operation was decided in its slot.
 *
 * @param <A> the answer of the operation
 */
public sealed interface Reply<A> {

    /**
     * It was done.
     *
     * @param answer the answer
     * @param events what else happened
     * @param <A> its type
     */
    record Done<A>(A answer, Set<DecisionEvent> events) implements Reply<A> {
        /** Copies the set. */
        public Done {
            Objects.requireNonNull(answer, "answer");
            events = Set.copyOf(events);
        }

        /**
         * A reply without remarks.
         *
         * @param answer the answer
         */
        public Done(A answer) {
            this(answer, Set.of());
        }
    }

    /**
     * It was not done, and the slot is as it was.
     *
     * @param refusal the reason
     * @param <A> the type of the answer there would have been
     */
    record Refused<A>(Refusal refusal) implements Reply<A> {
        /** Checks that nothing is missing. */
        public Refused {
            Objects.requireNonNull(refusal, "refusal");
        }
    }

    /**
     * Leaves out what only the engine needs to know of a decision.
     *
     * @param decision the decision, already carried out
     * @param <A> the type of the answer
     * @return the reply
     */
    static <A> Reply<A> to(Decision<A> decision) {
        if (decision instanceof Decision.Write<A> write) {
            return new Done<>(write.answer(), write.events());
        }
        if (decision instanceof Decision.Keep<A> keep) {
            return new Done<>(keep.answer(), keep.events());
        }
        return new Refused<>(((Decision.Refuse<A>) decision).refusal());
    }
}
