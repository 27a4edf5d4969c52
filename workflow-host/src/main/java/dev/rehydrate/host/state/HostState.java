// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.failure.UnreadableValueException;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueBag;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a host stores with an instance beside its state. Both are saved in one command, atomically.
 *
 * @param outbox messages to send
 * @param timers messages to get at some time
 * @param processed the messages that it has processed
 * @param queue messages to deliver, if it is a mailbox
 * @param conversations its conversations
 * @param trace what its last turn was part of
 * @param ending how the instance is to be completed when its messages are sent, or null if it goes on
 */
public record HostState(
        Outbox outbox,
        Timers timers,
        ProcessedMessages processed,
        MessageQueue queue,
        Conversations conversations,
        Trace trace,
        @Nullable PendingCompletion ending) {

    /** Nothing. */
    public static final HostState NONE = new HostState(
            Outbox.EMPTY, Timers.NONE, ProcessedMessages.NONE, MessageQueue.NONE, Conversations.NONE, Trace.NONE, null);

    /** Checks that nothing is missing. */
    public HostState {
        Objects.requireNonNull(outbox, "outbox");
        Objects.requireNonNull(timers, "timers");
        Objects.requireNonNull(processed, "processed");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(conversations, "conversations");
        Objects.requireNonNull(trace, "trace");
    }

    /**
     * Reads what is stored.
     *
     * @param seen an instance with its metadata
     * @return the host state
     * @throws UnreadableValueException if a later release has written it, so that a host of that release can read it
     * @throws RuntimeException if it cannot be read
     */
    public static HostState of(InstanceSnapshot seen) {
        try {
            return of(seen.metadata());
        } catch (NewerHostValueException newer) {
            throw newer.of(seen.id());
        }
    }

    /** Reads metadata of which it does not matter whose they are. */
    static HostState of(ValueBag metadata) {
        return new HostState(
                Outbox.of(metadata),
                Timers.of(metadata),
                ProcessedMessages.of(metadata),
                MessageQueue.of(metadata),
                Conversations.of(metadata),
                Trace.of(metadata),
                PendingCompletion.find(metadata));
    }

    /**
     * The same with other messages to send.
     *
     * @param other the messages
     * @return the host state
     */
    public HostState with(Outbox other) {
        return new HostState(other, timers, processed, queue, conversations, trace, ending);
    }

    /**
     * The same with other timers.
     *
     * @param other the timers
     * @return the host state
     */
    public HostState with(Timers other) {
        return new HostState(outbox, other, processed, queue, conversations, trace, ending);
    }

    /**
     * The same with other processed messages.
     *
     * @param other the messages
     * @return the host state
     */
    public HostState with(ProcessedMessages other) {
        return new HostState(outbox, timers, other, queue, conversations, trace, ending);
    }

    /**
     * The same with other messages to deliver.
     *
     * @param other the messages
     * @return the host state
     */
    public HostState with(MessageQueue other) {
        return new HostState(outbox, timers, processed, other, conversations, trace, ending);
    }

    /**
     * The same with other conversations.
     *
     * @param other the conversations
     * @return the host state
     */
    public HostState with(Conversations other) {
        return new HostState(outbox, timers, processed, queue, other, trace, ending);
    }

    /**
     * The same after a turn that was part of something else.
     *
     * @param other what it was part of
     * @return the host state
     */
    public HostState with(Trace other) {
        return new HostState(outbox, timers, processed, queue, conversations, other, ending);
    }

    /**
     * The same for an instance that has come to its end: no timer fires any more.
     *
     * @param how how it ends
     * @return the host state
     */
    public HostState endingBy(PendingCompletion how) {
        return new HostState(outbox, Timers.NONE, processed, queue, Conversations.NONE, trace, how);
    }

    /** {@return whether the instance has come to its end and has no message left, so that it can be completed} */
    public boolean isOver() {
        return ending != null && outbox.entries().isEmpty();
    }

    /** {@return when something wants to be done, or empty if nothing does} */
    public Optional<Instant> dueAt() {
        // Its last message is sent, and the host that sent it may have died before it completed the instance.
        return isOver()
                ? Optional.of(Instant.EPOCH)
                : parts().stream().flatMap(part -> part.dueAt().stream()).min(Comparator.naturalOrder());
    }

    /**
     * What to write if another host state is stored.
     *
     * @param stored that one
     * @return what is put and removed
     */
    public ValueDelta<InstanceValue> since(HostState stored) {
        Map<String, InstanceValue> put = new HashMap<>();
        Set<String> remove = new HashSet<>();
        for (int i = 0; i < parts().size(); i++) {
            change(stored.parts().get(i), parts().get(i), put, remove);
        }
        if (ending != null && !ending.equals(stored.ending)) {
            put.put(PendingCompletion.NAME, ending.value());
        }
        return new ValueDelta<>(put, remove);
    }

    /** Asks each part for its values once: a long mailbox has thousands. */
    private static void change(StatePart before, StatePart after, Map<String, InstanceValue> put, Set<String> remove) {
        if (after == before) {
            return;
        }
        if (!after.hasTextOf(before)) {
            changeText(before, after, put, remove);
        }
        Map<String, Payload> old = before.payloads();
        Map<String, Payload> now = after.payloads();
        now.forEach((name, payload) -> {
            if (payload instanceof Payload.Given given && old.get(name) != payload) {
                put.put(name, InstanceValue.of(given.value()));
            }
        });
        old.keySet().stream().filter(name -> !now.containsKey(name)).forEach(remove::add);
    }

    private static void changeText(
            StatePart before, StatePart after, Map<String, InstanceValue> put, Set<String> remove) {
        JsonNode text = after.content();
        if (text == null) {
            remove.add(after.name());
        } else if (!text.equals(before.content())) {
            put.put(after.name(), InstanceValue.of(text.toString()));
        }
    }

    private List<StatePart> parts() {
        return List.of(outbox, timers, processed, queue, conversations, trace);
    }
}
