// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.agenda.OutboxEntry;
import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** A message that an instance has sent and the sink has not taken yet, as it was at some moment. */
public final class UnsentMessage {

    private final InstanceId instance;
    private final OutboxEntry entry;

    UnsentMessage(InstanceId instance, OutboxEntry entry) {
        this.instance = instance;
        this.entry = entry;
    }

    /** {@return what names the message; the same that the sink sees} */
    public UUID id() {
        return entry.id();
    }

    /** {@return the instance that sends it} */
    public InstanceId instance() {
        return instance;
    }

    /** {@return its place in the order of the instance} */
    public long number() {
        return entry.number();
    }

    /** {@return for whom, as the turn said} */
    public String destination() {
        return entry.destination();
    }

    /** {@return when it is to be tried, or was tried the last time if it is set aside} */
    public Instant at() {
        return entry.at();
    }

    /** {@return how often the sink has failed to take it} */
    public int attempts() {
        return entry.attempts();
    }

    /** {@return whether it is set aside until somebody drives it again or discards it} */
    public boolean isDead() {
        return entry.dead();
    }

    /** {@return why it was not taken the last time, or empty} */
    public Optional<String> problem() {
        return Optional.ofNullable(entry.problem());
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
        return Objects.requireNonNull(entry.payload().as(type), "payload");
    }

    /** {@return everything but the content, which may be secret} */
    @Override
    public String toString() {
        return "UnsentMessage[id=" + id() + " instance=" + instance + " number=" + number() + " destination="
                + destination() + " attempts=" + attempts() + " dead=" + isDead() + "]";
    }
}
