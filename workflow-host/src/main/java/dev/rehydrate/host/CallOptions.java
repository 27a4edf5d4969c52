// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.Revision;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options for one call.
 *
 * @param deadline how long the caller waits for the answer, counted from the call; the host waits, repeats and saves within
 *     this time only
 * @param expectedRevision the state the caller has seen: in any other the turn does not run and the answer is {@code Stale}
 *     (HTTP If-Match). Null for any.
 * @param messageId what names the message for its sender: a message that comes again with the same id gets its first reply
 *     without a second turn, on any host, as long as the instance lives and remembers it. Only a reply is remembered: after
 *     every other answer or failure the message is processed when it comes again. Refused for a message that creates and names
 *     no instance. Null for a message that is never repeated.
 * @param isHere whether this host works on the message itself, although a {@link MessageRouter} might bring it elsewhere
 */
public record CallOptions(
        Duration deadline,
        @Nullable Revision expectedRevision,
        @Nullable String messageId,
        boolean isHere) {

    /** Thirty seconds, any revision, no id, wherever it is best. */
    public static final CallOptions DEFAULT = new CallOptions(Duration.ofSeconds(30), null, null, false);

    /**
     * Checks deadline and id.
     *
     * @throws IllegalArgumentException if the deadline is not positive, or the id is blank
     */
    public CallOptions {
        if (deadline.isZero() || deadline.isNegative()) {
            throw new IllegalArgumentException("a deadline must be positive: " + deadline);
        }
        if (messageId != null && messageId.isBlank()) {
            throw new IllegalArgumentException("a message id must not be blank");
        }
    }

    /**
     * The same with another deadline.
     *
     * @param time how long the caller waits
     * @return a copy
     * @throws IllegalArgumentException if it is not positive
     */
    public CallOptions within(Duration time) {
        return new CallOptions(time, expectedRevision, messageId, isHere);
    }

    /**
     * The same for one state of the instance only.
     *
     * @param seen the revision the caller has seen
     * @return a copy
     */
    public CallOptions ifMatch(Revision seen) {
        return new CallOptions(deadline, seen, messageId, isHere);
    }

    /**
     * The same for a message with an id.
     *
     * @param id what names the message for its sender, not blank
     * @return a copy
     * @throws IllegalArgumentException if it is blank
     */
    public CallOptions withMessageId(String id) {
        return new CallOptions(deadline, expectedRevision, id, isHere);
    }

    /**
     * The same for a message that was brought here by a {@link MessageRouter}.
     *
     * @return a copy
     */
    public CallOptions here() {
        return new CallOptions(deadline, expectedRevision, messageId, true);
    }
}
