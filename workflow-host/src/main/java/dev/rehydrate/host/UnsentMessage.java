// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** A message that an instance has sent and the sink has not taken yet, as it was at some moment. */
public interface UnsentMessage {

    /** {@return what names the message; the same that the sink sees} */
    UUID id();

    /** {@return the instance that sends it} */
    InstanceId instance();

    /** {@return its place in the order of the instance} */
    long number();

    /** {@return the destination that the turn has named} */
    String destination();

    /** {@return when it is to be tried, or was tried the last time if it is a dead letter} */
    Instant at();

    /** {@return how often the sink has failed to take it} */
    int attempts();

    /** {@return whether it is a dead letter, which an administrator redrives or discards} */
    boolean isDead();

    /** {@return why it was not taken the last time, or empty} */
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
