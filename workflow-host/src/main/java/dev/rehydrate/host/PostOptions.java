// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options for one posted message.
 *
 * @param deadline how long the sender waits until the message is kept
 * @param delay for how long it is not delivered; zero for not at all. Until then it holds up no message posted after it.
 * @param awaiting for how long it waits for an instance that has not begun; zero for not at all. Hosts look for the
 *     instance once a second at first, and once in ten seconds when it has waited for minutes; and at once when a message
 *     before it or after it in the same mailbox has begun it.
 * @param messageId the idempotency key of the sender: posted again with the same id it is processed once. Null for a
 *     message that is never posted again, and for one that creates and names no instance.
 */
public record PostOptions(
        Duration deadline,
        Duration delay,
        Duration awaiting,
        @Nullable String messageId) {

    /** Thirty seconds to post it, no delay, no waiting for its instance, no id. */
    public static final PostOptions DEFAULT =
            new PostOptions(Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO, null);

    /**
     * Checks times and id.
     *
     * @throws IllegalArgumentException if the deadline is not positive, another time is negative, or the id is blank
     */
    public PostOptions {
        if (deadline.isZero() || deadline.isNegative()) {
            throw new IllegalArgumentException("a deadline must be positive: " + deadline);
        }
        if (delay.isNegative() || awaiting.isNegative()) {
            throw new IllegalArgumentException("a message cannot wait for " + delay + " and " + awaiting);
        }
        if (messageId != null && messageId.isBlank()) {
            throw new IllegalArgumentException("a message id must not be blank");
        }
    }

    /**
     * The same with another deadline.
     *
     * @param time how long the sender waits until the message is kept
     * @return a copy
     * @throws IllegalArgumentException if it is not positive
     */
    public PostOptions within(Duration time) {
        return new PostOptions(time, delay, awaiting, messageId);
    }

    /**
     * The same for a message that is delivered later.
     *
     * @param time for how long it is not delivered
     * @return a copy
     * @throws IllegalArgumentException if it is negative
     */
    public PostOptions delayedBy(Duration time) {
        return new PostOptions(deadline, time, awaiting, messageId);
    }

    /**
     * The same for a message whose instance may begin later. After that time it is a dead letter.
     *
     * @param longest for how long it waits
     * @return a copy
     * @throws IllegalArgumentException if it is negative
     */
    public PostOptions awaitingInstance(Duration longest) {
        return new PostOptions(deadline, delay, longest, messageId);
    }

    /**
     * The same for a message with an id. It is posted once as long as the mailbox has it, and handled once as long as its instance
     * remembers it. In place of a dead letter with this id it is posted anew, as a message that is redriven would be, but with the
     * content and the options of this post, and behind those that were posted meanwhile.
     *
     * @param id what names the message for its sender, not blank
     * @return a copy
     * @throws IllegalArgumentException if it is blank
     */
    public PostOptions withMessageId(String id) {
        return new PostOptions(deadline, delay, awaiting, id);
    }
}
