// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.SafeText;

/**
 * The answer to a message was not a reply, although the caller expected one: {@link CallOutcome#replyOrThrow}. The message
 * changed nothing; {@link #outcome} is the answer.
 */
public final class NoReplyException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final transient CallOutcome<?> outcome;

    /**
     * Describes the answer.
     *
     * @param outcome the answer
     */
    public NoReplyException(CallOutcome<?> outcome) {
        super(SafeText.line("the message changed nothing: " + outcome));
        this.outcome = outcome;
    }

    /** {@return the answer} */
    public CallOutcome<?> outcome() {
        return outcome;
    }
}
