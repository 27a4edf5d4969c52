// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.agenda.OutboxEntry;
import dev.rehydrate.host.agenda.Payload;
import dev.rehydrate.instance.InstanceId;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A message on its way to the world outside (design §5). */
public final class OutboundMessage {

    private final UUID id;
    private final InstanceId instance;
    private final long number;
    private final String destination;
    private final int attempt;
    private final Payload payload;

    OutboundMessage(InstanceId instance, OutboxEntry entry) {
        this.id = entry.id();
        this.instance = instance;
        this.number = entry.number();
        this.destination = entry.destination();
        this.attempt = entry.attempts() + 1;
        this.payload = entry.payload();
    }

    /** {@return what names the message; the same at every attempt, on every host, so that a receiver can tell a repeat} */
    public UUID id() {
        return id;
    }

    /** {@return the instance that sends it} */
    public InstanceId instance() {
        return instance;
    }

    /** {@return its place in the order of the instance; grows, without gaps as long as the instance lives} */
    public long number() {
        return number;
    }

    /** {@return for whom, as the turn said} */
    public String destination() {
        return destination;
    }

    /** {@return which attempt this is, from 1; an attempt that a dying host has made is not counted} */
    public int attempt() {
        return attempt;
    }

    /**
     * Hands out the message itself.
     *
     * @param type what it is expected to be
     * @param <T> that type
     * @return the message
     * @throws RuntimeException if it cannot be read as that
     */
    public <T> T payload(Class<T> type) {
        @Nullable T value = payload.as(type);
        return Objects.requireNonNull(value, "payload");
    }

    /** {@return everything but the content, which may be secret} */
    @Override
    public String toString() {
        return "OutboundMessage[id=" + id + " instance=" + instance + " number=" + number + " destination="
                + destination + " attempt=" + attempt + "]";
    }
}
