// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.decision;

import dev.rehydrate.slot.Slot;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * What is to be done about an operation.
 *
 * @param <A> the answer of the operation
 */
public sealed interface Decision<A> {

    /**
     * Adds a remark, unless nothing is done.
     *
     * @param event what else happened
     * @return the same decision with the remark
     */
    Decision<A> withEvent(DecisionEvent event);

    /**
     * Store the slot and answer; a {@linkplain Slot#isBlank() blank} slot is removed.
     *
     * @param next what to store
     * @param answer the answer
     * @param events what else happened
     * @param <A> its type
     */
    record Write<A>(Slot next, A answer, Set<DecisionEvent> events) implements Decision<A> {
        /** Copies the set. */
        public Write {
            Objects.requireNonNull(next, "next");
            Objects.requireNonNull(answer, "answer");
            events = Set.copyOf(events);
        }

        /**
         * A decision without remarks.
         *
         * @param next what to store
         * @param answer the answer
         */
        public Write(Slot next, A answer) {
            this(next, answer, Set.of());
        }

        @Override
        public Decision<A> withEvent(DecisionEvent event) {
            return new Write<>(next, answer, with(events, event));
        }
    }

    /**
     * Store nothing and answer.
     *
     * @param answer the answer
     * @param events what else happened
     * @param <A> its type
     */
    record Keep<A>(A answer, Set<DecisionEvent> events) implements Decision<A> {
        /** Copies the set. */
        public Keep {
            Objects.requireNonNull(answer, "answer");
            events = Set.copyOf(events);
        }

        /**
         * A decision without remarks.
         *
         * @param answer the answer
         */
        public Keep(A answer) {
            this(answer, Set.of());
        }

        @Override
        public Decision<A> withEvent(DecisionEvent event) {
            return new Keep<>(answer, with(events, event));
        }
    }

    /**
     * Store nothing and say why.
     *
     * @param refusal the reason
     * @param <A> the type of the answer there would have been
     */
    record Refuse<A>(Refusal refusal) implements Decision<A> {
        /** Checks that nothing is missing. */
        public Refuse {
            Objects.requireNonNull(refusal, "refusal");
        }

        @Override
        public Decision<A> withEvent(DecisionEvent event) {
            return this;
        }
    }

    private static Set<DecisionEvent> with(Set<DecisionEvent> events, DecisionEvent event) {
        Set<DecisionEvent> all = EnumSet.of(event);
        all.addAll(events);
        return all;
    }
}
