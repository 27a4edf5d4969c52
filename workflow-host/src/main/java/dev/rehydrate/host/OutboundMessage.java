// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceId;
import java.util.UUID;

/** A message on its way to the world outside (design §5). */
public interface OutboundMessage {

    /** {@return the id of the message; the same at every attempt on every host, so that a receiver can be idempotent} */
    UUID id();

    /** {@return the instance that sends it} */
    InstanceId instance();

    /** {@return its place in the order of the instance; grows, without gaps as long as the instance lives} */
    long number();

    /** {@return the destination that the turn has named} */
    String destination();

    /** {@return which attempt this is, from 1; an attempt that a dying host has made is not counted} */
    int attempt();

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
