// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.Optional;

/** A posted message that was not delivered yet, as it was at some moment. */
public interface PostedMessage {

    /** What a posted message is waiting for. */
    enum State {
        /** For a host to take it, or for those before it. */
        POSTED,
        /** For its time, because its sender has delayed it. */
        DELAYED,
        /** For the host that has taken it, at most until its time. */
        LOCKED,
        /** To be tried again, not before its time, because it could not be delivered. */
        RETURNED,
        /** For its instance to begin. */
        AWAITING,
        /** Dead letter: for an administrator who redrives or discards it. */
        DEAD
    }

    /** {@return what names the message for its sender} */
    String id();

    /** {@return the instance in which the message is kept} */
    InstanceId mailbox();

    /** {@return the text of the key, or the id, of the instance that it is for} */
    String destination();

    /** {@return the name of the operation that takes it} */
    String operation();

    /** {@return when it was posted, by the time of the store} */
    Instant postedAt();

    /** {@return what it is waiting for} */
    State state();

    /** {@return the time of its state: when it is visible again, when its lock ends, or since when it is a dead letter} */
    Instant at();

    /** {@return how often a host has taken it} */
    int deliveries();

    /** {@return why it was not delivered the last time, or empty} */
    Optional<String> problem();

    /**
     * Returns the message itself.
     *
     * @param type what it is expected to be
     * @param <T> that type
     * @return the message
     * @throws RuntimeException if it cannot be read as that
     */
    <T> T payload(Class<T> type);
}
