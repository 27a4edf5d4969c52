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
        super(SafeText.line(outcome.fold(new Sentences<>())));
        this.outcome = outcome;
    }

    /** {@return the answer} */
    public CallOutcome<?> outcome() {
        return outcome;
    }

    /** What happened, and what to do about it; the answer itself names the instance. */
    private static final class Sentences<R> implements CallOutcome.Cases<R, String> {

        private static String sentence(String what, String advice, CallOutcome<?> answer) {
            return what + ", and the message changed nothing: " + advice + "; " + answer;
        }

        @Override
        public String replied(CallOutcome.Replied<R> answer) {
            return "the message was replied to; " + answer;
        }

        @Override
        public String unknownInstance(CallOutcome.UnknownInstance<R> answer) {
            return sentence(
                    "there is no such instance", "send what creates it first, or correct the key or the id", answer);
        }

        @Override
        public String alreadyExists(CallOutcome.AlreadyExists<R> answer) {
            return sentence("the instance exists already", "send what changes it, or take another key", answer);
        }

        @Override
        public String completed(CallOutcome.Completed<R> answer) {
            return sentence("the instance has ended and was kept", "it takes no messages any more", answer);
        }

        @Override
        public String suspended(CallOutcome.Suspended<R> answer) {
            return sentence("the instance is suspended", "resume it, and send the message again", answer);
        }

        @Override
        public String stale(CallOutcome.Stale<R> answer) {
            return sentence("the instance is not in the state that the caller expects", "load it again", answer);
        }

        @Override
        public String busy(CallOutcome.Busy<R> answer) {
            return sentence(
                    "the instance was held until the deadline",
                    "send it again; a host holds what it has in memory until it unloads it (timeToUnload)",
                    answer);
        }
    }
}
