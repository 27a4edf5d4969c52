// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.concurrent.CompletionStage;

/**
 * Takes the messages that turns send, for example to a broker, a mail server or another service. Delivery is at-least-once.
 * Called on threads of the host, one message of an instance at a time, in order; of different instances at the same time.
 */
@FunctionalInterface
public interface OutboundSink {

    /**
     * Takes a message. It may come again, with the same {@link OutboundMessage#id()}, if this host dies before it could
     * remember that it was taken; a receiver that remembers the ids is idempotent.
     *
     * @param message the message
     * @return completed when it is taken; failed if it is not, after which it is tried again later, and finally
     *     dead-lettered
     * @throws RuntimeException means the same as a failure
     */
    CompletionStage<Void> send(OutboundMessage message);
}
