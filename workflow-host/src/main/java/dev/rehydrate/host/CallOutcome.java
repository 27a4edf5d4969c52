// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.Suspension;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answers to a message (contract §5.7). All but {@link Replied} mean that the message changed nothing.
 *
 * @param <R> the type of the replies
 */
public sealed interface CallOutcome<R> {

    /**
     * The turn was run.
     *
     * @param reply what the handler returned, or null if it returned null
     * @param facts what was done with the instance
     * @param <R> the type of the reply
     */
    record Replied<R>(@Nullable R reply, TurnFacts facts) implements CallOutcome<R> {
        /** Checks that nothing is missing. */
        public Replied {
            Objects.requireNonNull(facts, "facts");
        }
    }

    /**
     * There is no such instance, and the operation does not create any.
     *
     * @param asked the text of the key, or the id, that the message has
     * @param <R> the type of the replies
     */
    record UnknownInstance<R>(String asked) implements CallOutcome<R> {}

    /**
     * The operation creates instances only, and this one exists.
     *
     * @param instance the one that exists
     * @param asked the text of the key, or the id, that the message has
     * @param current its revision, or null if it is not known
     * @param <R> the type of the replies
     */
    record AlreadyExists<R>(
            InstanceId instance, String asked, @Nullable Revision current) implements CallOutcome<R> {}

    /**
     * The instance has ended and was kept.
     *
     * @param instance the instance
     * @param <R> the type of the replies
     */
    record Completed<R>(InstanceId instance) implements CallOutcome<R> {}

    /**
     * The instance takes no messages until it is resumed.
     *
     * @param instance the instance
     * @param suspension why
     * @param <R> the type of the replies
     */
    record Suspended<R>(InstanceId instance, Suspension suspension) implements CallOutcome<R> {}

    /**
     * The instance is not in the state that the caller expects.
     *
     * @param instance the instance
     * @param current its revision, or null if it does not exist
     * @param <R> the type of the replies
     */
    record Stale<R>(InstanceId instance, @Nullable Revision current) implements CallOutcome<R> {}

    /**
     * The instance was held or busy until the deadline: try again later.
     *
     * @param instance the instance, or null if it is not known where the key leads, because the message waited behind others
     * @param asked the text of the key, or the id, that the message has
     * @param holder the owner that holds it; this host itself if the message waited behind others
     * @param <R> the type of the replies
     */
    record Busy<R>(@Nullable InstanceId instance, String asked, Holder holder) implements CallOutcome<R> {}

    /**
     * Calls the one method that is meant for this answer.
     *
     * @param cases one method for each answer
     * @param <T> the type of the result
     * @return what that method returns
     */
    default <T> T fold(Cases<R, T> cases) {
        if (this instanceof Replied<R> answer) {
            return cases.replied(answer);
        }
        if (this instanceof UnknownInstance<R> answer) {
            return cases.unknownInstance(answer);
        }
        if (this instanceof AlreadyExists<R> answer) {
            return cases.alreadyExists(answer);
        }
        if (this instanceof Completed<R> answer) {
            return cases.completed(answer);
        }
        if (this instanceof Suspended<R> answer) {
            return cases.suspended(answer);
        }
        return this instanceof Stale<R> answer ? cases.stale(answer) : cases.busy((Busy<R>) this);
    }

    /**
     * The reply, for callers that expect no other answer.
     *
     * @return the reply with its facts
     * @throws NoReplyException for every other answer
     */
    default Replied<R> replyOrThrow() {
        if (this instanceof Replied<R> replied) {
            return replied;
        }
        throw new NoReplyException(this);
    }

    /**
     * One method for each answer, so that code which handles answers does not compile when an answer is added.
     *
     * @param <R> the type of the replies
     * @param <T> the type of the results
     */
    interface Cases<R, T> {
        /**
         * For a reply.
         *
         * @param answer the answer
         * @return the result
         */
        T replied(Replied<R> answer);

        /**
         * For an instance that does not exist.
         *
         * @param answer the answer
         * @return the result
         */
        T unknownInstance(UnknownInstance<R> answer);

        /**
         * For an instance that exists already.
         *
         * @param answer the answer
         * @return the result
         */
        T alreadyExists(AlreadyExists<R> answer);

        /**
         * For an instance that has ended.
         *
         * @param answer the answer
         * @return the result
         */
        T completed(Completed<R> answer);

        /**
         * For a suspended instance.
         *
         * @param answer the answer
         * @return the result
         */
        T suspended(Suspended<R> answer);

        /**
         * For an instance in another state than expected.
         *
         * @param answer the answer
         * @return the result
         */
        T stale(Stale<R> answer);

        /**
         * For an instance that others were busy with.
         *
         * @param answer the answer
         * @return the result
         */
        T busy(Busy<R> answer);
    }
}
