// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One part of the stored state of a host: a JSON text that the host reads itself, and beside it values of the application.
 */
sealed interface StatePart permits Outbox, Timers, ProcessedMessages, MessageQueue, Conversations, Trace {

    /** Under which name it is kept. */
    String name();

    /** When something in it wants to be done, or empty. */
    Optional<Instant> dueAt();

    /** The values of the application by the names under which they are kept. */
    Map<String, Payload> payloads();

    /** What is kept, or null for nothing at all. */
    @Nullable
    JsonNode content();

    /** Whether it is known, without making the text, that the one that is stored says this part, too. */
    default boolean hasTextOf(StatePart stored) {
        return false;
    }
}
