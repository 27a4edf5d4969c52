// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.outbox;

import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.host.state.OutboxEntry;
import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** A message of an outbox as administrators see it. */
public record WaitingMessage(InstanceId instance, OutboxEntry entry) implements UnsentMessage {

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
    public Instant at() {
        return entry.at();
    }

    @Override
    public int attempts() {
        return entry.attempts();
    }

    @Override
    public boolean isDead() {
        return entry.dead();
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(entry.problem());
    }

    @Override
    public <T> T payload(Class<T> type) {
        return Objects.requireNonNull(entry.payload().as(type), "payload");
    }

    /** {@return everything but the content, which may be secret} */
    @Override
    public String toString() {
        return "UnsentMessage[id=" + id() + " instance=" + instance + " number=" + number() + " destination="
                + destination() + " attempts=" + attempts() + " dead=" + isDead() + "]";
    }
}
