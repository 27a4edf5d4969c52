// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.instance.InstanceId;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Says for which instance a message is (contract §5.6). Immutable, safe for use by many threads, and pure: the same message
 * has the same destination on every machine, whatever its locale, encoding and time zone.
 *
 * @param <M> the type of the messages
 */
public sealed interface Correlation<M> permits ContentCorrelation, ContextCorrelation, JsonCorrelation {

    /**
     * Finds out for which instance a message is.
     *
     * @param message the message
     * @return the destination
     * @throws CorrelationException if the message does not say it, or says it in a way that cannot be used
     */
    Destination destinationOf(M message);

    /**
     * Correlates by content: named parts of the message are hashed to a key. Add at least one part.
     *
     * @param scope the logical name within which the content is unique, for example the service; never a host or site name,
     *     which would give every node its own keys
     * @param <M> the type of the messages
     * @return a correlation without parts
     * @throws IllegalArgumentException if the scope is blank
     */
    static <M> ContentCorrelation<M> content(String scope) {
        return new ContentCorrelation<>(scope);
    }

    /**
     * Correlates JSON messages by content. Add at least one pointer.
     *
     * @param scope as for {@link #content}
     * @return a correlation without parts
     * @throws IllegalArgumentException if the scope is blank
     */
    static JsonCorrelation json(String scope) {
        return new JsonCorrelation(new ContentCorrelation<JsonNode>(scope));
    }

    /**
     * Correlates by context: the message carries the id of its instance, which the client knows from an earlier reply. A
     * message of an operation that creates instances may carry none: it gets a new instance with a random id.
     *
     * @param id takes the id from the message; null if it carries none
     * @param <M> the type of the messages
     * @return the correlation
     */
    static <M> Correlation<M> context(Function<? super M, @Nullable InstanceId> id) {
        return new ContextCorrelation<>(id);
    }
}
