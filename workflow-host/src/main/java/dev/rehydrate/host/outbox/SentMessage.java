// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.outbox;

import dev.rehydrate.host.OutboundMessage;
import dev.rehydrate.host.state.OutboxEntry;
import dev.rehydrate.instance.InstanceId;
import java.util.Objects;
import java.util.UUID;

/** A message of an outbox as the sink gets it. */
record SentMessage(InstanceId instance, OutboxEntry entry) implements OutboundMessage {

    @Override
    public UUID id() {
        return entry.id();
    }

    @Override
    public long number() {
        return entry.number();
    }

    @Override
    public String destination() {
        return entry.destination();
    }

    @Override
    public int attempt() {
        return entry.attempts() + 1;
    }

    @Override
    public <T> T payload(Class<T> type) {
        return Objects.requireNonNull(entry.payload().as(type), "payload");
    }

    /** {@return everything but the content, which may be secret} */
    @Override
    public String toString() {
        return "OutboundMessage[id=" + id() + " instance=" + instance + " number=" + number() + " destination="
                + destination() + " attempt=" + attempt() + "]";
    }
}
