// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.mailbox;

import dev.rehydrate.host.PostedMessage;
import dev.rehydrate.host.state.QueuedMessage;
import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** A message of a mailbox as administrators see it. */
public record WaitingPost(InstanceId mailbox, String destination, QueuedMessage message) implements PostedMessage {

    @Override
    public String id() {
        return message.id();
    }

    @Override
    public String operation() {
        return message.head().operation();
    }

    @Override
    public Instant postedAt() {
        return message.head().postedAt();
    }

    @Override
    public State state() {
        return State.valueOf(message.progress().state().name());
    }

    @Override
    public Instant at() {
        return message.progress().at();
    }

    @Override
    public int deliveries() {
        return message.deliveries();
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(message.progress().problem());
    }

    @Override
    public <T> T payload(Class<T> type) {
        return Objects.requireNonNull(message.payload().as(type), "payload");
    }

    /** {@return everything but the content, which may be secret} */
    @Override
    public String toString() {
        return "PostedMessage[id=" + id() + " destination=" + destination + " operation=" + operation() + " state="
                + state() + " at=" + at() + " deliveries=" + deliveries() + "]";
    }
}
