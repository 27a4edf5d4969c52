// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import java.util.Objects;

/**
 * What is to be done about an operation.
 *
 * @param <A> the answer of the operation
 */
public sealed interface Decision<A> {

    /**
     * Store the slot and answer; a {@linkplain Slot#isBlank() blank} slot is removed.
     *
     * @param next what to store
     * @param answer the answer
     * @param <A> its type
     */
    record Write<A>(Slot next, A answer) implements Decision<A> {
        /** Checks that nothing is missing. */
        public Write {
            Objects.requireNonNull(next, "next");
            Objects.requireNonNull(answer, "answer");
        }
    }

    /**
     * Store nothing and answer.
     *
     * @param answer the answer
     * @param <A> its type
     */
    record Keep<A>(A answer) implements Decision<A> {
        /** Checks that nothing is missing. */
        public Keep {
            Objects.requireNonNull(answer, "answer");
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
    }
}
