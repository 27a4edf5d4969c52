// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.agenda.Letter;
import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** A posted message that was not delivered yet, as it was at some moment. */
public final class PostedMessage {

    private final InstanceId mailbox;
    private final String destination;
    private final Letter letter;

    PostedMessage(InstanceId mailbox, String destination, Letter letter) {
        this.mailbox = mailbox;
        this.destination = destination;
        this.letter = letter;
    }

    /** What a posted message is waiting for. */
    public enum State {
        /** For a host to take it, or for those before it. */
        POSTED,
        /** For its time, because its sender has delayed it. */
        DELAYED,
        /** For the host that has taken it, at most until its time. */
        LOCKED,
        /** To be tried again, not before its time, because it could not be delivered. */
        RETURNED,
        /** For its instance to begin. */
        AWAITING,
        /** For somebody who drives it again or discards it. */
        DEAD
    }

    /** {@return what names the message for its sender} */
    public String id() {
        return letter.id();
    }

    /** {@return the instance in which the message is kept} */
    public InstanceId mailbox() {
        return mailbox;
    }

    /** {@return the text of the key, or the id, of the instance that it is for} */
    public String destination() {
        return destination;
    }

    /** {@return the name of the operation that takes it} */
    public String operation() {
        return letter.head().operation();
    }

    /** {@return when it was posted, by the clock of the host that took it} */
    public Instant postedAt() {
        return letter.head().postedAt();
    }

    /** {@return what it is waiting for} */
    public State state() {
        return State.valueOf(letter.progress().state().name());
    }

    /** {@return the time of its state: when it is visible again, when its lock ends, or since when it is set aside} */
    public Instant at() {
        return letter.progress().at();
    }

    /** {@return how often a host has taken it} */
    public int deliveries() {
        return letter.deliveries();
    }

    /** {@return why it was not delivered the last time, or empty} */
    public Optional<String> problem() {
        return Optional.ofNullable(letter.progress().problem());
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
        return Objects.requireNonNull(letter.payload().as(type), "payload");
    }

    /** {@return everything but the content, which may be secret} */
    @Override
    public String toString() {
        return "PostedMessage[id=" + id() + " destination=" + destination + " operation=" + operation() + " state="
                + state() + " at=" + at() + " deliveries=" + deliveries() + "]";
    }
}
