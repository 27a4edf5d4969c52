// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.failure;

import java.util.Objects;

/**
 * A command was answered in another way than the caller took for the only possible one. No promise was broken: the answer is a
 * regular one, and the exception has it.
 */
public final class UnexpectedOutcomeException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final transient Object outcome;

    /**
     * Names the answer.
     *
     * @param expected what the caller took for certain, such as {@code saved}
     * @param outcome the answer
     */
    public UnexpectedOutcomeException(String expected, Object outcome) {
        super("not " + expected + ": " + outcome);
        this.outcome = Objects.requireNonNull(outcome, "outcome");
    }

    /** {@return the answer, such as {@code SaveOutcome.Held}} */
    public Object outcome() {
        return outcome;
    }
}
