// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.EntityKey;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.OperationKind;
import dev.rehydrate.host.state.Conversations;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.host.state.MessageQueue;
import dev.rehydrate.host.state.Outbox;
import dev.rehydrate.host.state.Payload;
import dev.rehydrate.host.state.Timer;
import dev.rehydrate.host.state.Timers;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The requests of a turn beside its state. They are saved with the turn, atomically, and carried out after it. */
public final class TurnRequests {

    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(1);

    private final Instant now;
    private final boolean sinkPresent;
    private final List<Send> sends = new ArrayList<>();
    private final Map<String, Optional<Timer>> timers = new LinkedHashMap<>();
    private final Map<InstanceKey, CorrelationKey> associated = new LinkedHashMap<>();
    private final Map<InstanceKey, String> roles = new HashMap<>();
    private final Map<InstanceKey, CorrelationKey> released = new LinkedHashMap<>();
    private final Known before;
    private Outbox outbox;
    private MessageQueue queue;
    private Conversations conversations;
    private @Nullable String failure;
    private @Nullable String trace;

    /**
     * Nothing is asked for yet.
     *
     * @param now the time of the turn
     * @param sinkPresent whether messages can be sent
     * @param before what is known of the instance
     */
    TurnRequests(Instant now, boolean sinkPresent, Known before) {
        this.now = now;
        this.sinkPresent = sinkPresent;
        this.before = before;
        this.outbox = before.hostState().outbox();
        this.queue = before.hostState().queue();
        this.conversations = before.hostState().conversations();
    }

    /**
     * What there is beside the state before a turn.
     *
     * @param hostState what the host remembers with the instance
     * @param keys its keys; for a new instance the one by which the message came
     */
    record Known(HostState hostState, Map<InstanceKey, EntityKey> keys) {

        /** A new instance. */
        static Known nothingBut(@Nullable CorrelationKey key) {
            return new Known(HostState.NONE, key == null ? Map.of() : Map.of(key.key(), EntityKey.of(key, null)));
        }
    }

    private record Send(String destination, Object message) {}

    Instant now() {
        return now;
    }

    /** What the last turn of the instance was part of, or empty. */
    Optional<String> previousTrace() {
        return Optional.ofNullable(before.hostState().trace().parent());
    }

    /** The turn is part of this, or of nothing that is known; no request of its own, for which the instance would be saved. */
    void trace(@Nullable String told) {
        trace = told;
    }

    void send(String destination, Object message) {
        Objects.requireNonNull(destination, "destination");
        Objects.requireNonNull(message, "message");
        if (!sinkPresent) {
            throw new IllegalStateException(
                    "this host has no sink, so nothing can be sent: give the host builder a sink");
        }
        sends.add(new Send(destination, message));
    }

    /** Whether the turn sends messages. */
    boolean sends() {
        return !sends.isEmpty();
    }

    <M> void scheduleEvery(String name, Operation<?, M, ?> operation, M message, Duration period) {
        if (period.compareTo(SHORTEST_PERIOD) < 0) {
            throw new IllegalArgumentException("a period is at least a millisecond, not " + period);
        }
        schedule(
                new Timer(name, operation.name(), Timer.aligned(period, now), period, 0, Payload.of(message)),
                operation);
    }

    <M> void schedule(String name, Operation<?, M, ?> operation, M message, Instant at) {
        schedule(new Timer(name, operation.name(), at, null, 0, Payload.of(message)), operation);
    }

    private void schedule(Timer timer, Operation<?, ?, ?> operation) {
        if (timer.name().isBlank()) {
            throw new IllegalArgumentException("what is scheduled needs a name");
        }
        if (operation.kind() == OperationKind.CREATE_ONLY) {
            throw new IllegalArgumentException(
                    "the operation " + operation + " only creates, and the instance exists: schedule another");
        }
        timers.put(timer.name(), Optional.of(timer));
    }

    void unschedule(String name) {
        timers.put(name, Optional.empty());
    }

    void associate(@Nullable String role, CorrelationKey key) {
        if (role != null && role.isBlank()) {
            throw new IllegalArgumentException("a role needs a name");
        }
        released.remove(key.key());
        associated.put(key.key(), key);
        if (role == null) {
            roles.remove(key.key());
        } else {
            roles.put(key.key(), role);
        }
    }

    void release(CorrelationKey key) {
        boolean asked = associated.remove(key.key()) != null;
        if (!asked || before.keys().containsKey(key.key())) {
            released.put(key.key(), key);
        }
    }

    /** The messages that were sent before this turn, as it leaves them. */
    public Outbox outbox() {
        return outbox;
    }

    public void outbox(Outbox next) {
        outbox = next;
    }

    /** The queue of a mailbox, as the turn leaves it. */
    public MessageQueue queue() {
        return queue;
    }

    public void queue(MessageQueue next) {
        queue = next;
    }

    void fail(String reason) {
        if (reason.isBlank()) {
            throw new IllegalArgumentException(
                    "a failure needs a reason: a person who asks why the instance takes no messages finds nothing else");
        }
        failure = reason;
    }

    @Nullable
    String failure() {
        return failure;
    }

    /** The conversations, as the turn leaves them. */
    Conversations conversations() {
        return conversations;
    }

    void conversations(Conversations next) {
        conversations = next;
    }

    /** Whether the turn gives the instance a key, or takes one from it. */
    boolean changesKeys() {
        return !associated.isEmpty() || !released.isEmpty();
    }

    /** The keys of the instance, as the turn leaves them. */
    Map<InstanceKey, EntityKey> keysAfter() {
        Map<InstanceKey, EntityKey> all = new LinkedHashMap<>(before.keys());
        associated.forEach((key, made) -> all.put(key, EntityKey.of(made, roles.get(key))));
        all.keySet().removeAll(released.keySet());
        return all;
    }

    boolean isEmpty() {
        return sends.isEmpty()
                && timers.isEmpty()
                && associated.isEmpty()
                && released.isEmpty()
                && outbox.equals(before.hostState().outbox())
                && queue.equals(before.hostState().queue())
                && conversations.equals(before.hostState().conversations())
                && failure == null;
    }

    /** What the host has to do for the instance after the turn. */
    HostState after(HostState present) {
        Outbox all = outbox;
        for (Send send : sends) {
            all = all.with(UUID.randomUUID(), send.destination(), now, Payload.of(send.message()));
        }
        Timers changed = present.timers();
        for (Map.Entry<String, Optional<Timer>> each : timers.entrySet()) {
            changed = each.getValue().map(changed::with).orElse(changed.without(each.getKey()));
        }
        return present.with(all)
                .with(changed)
                .with(queue)
                .with(conversations)
                .with(present.trace().after(trace));
    }

    /** What is stored with a key that has a role. */
    private static Map<String, InstanceValue> metadata(CorrelationKey key, @Nullable String role) {
        Map<String, InstanceValue> values = new HashMap<>(key.metadata());
        if (role != null) {
            values.put(EntityKey.ROLE, InstanceValue.of(role));
        }
        return values;
    }

    /** The keys that change, together with the one by which a new instance is found. */
    KeyChanges<InstanceValue> keys(@Nullable CorrelationKey first) {
        Map<InstanceKey, Map<String, InstanceValue>> all = new HashMap<>();
        Set<InstanceKey> given = new HashSet<>(released.keySet());
        if (first != null && !given.remove(first.key())) {
            all.put(first.key(), first.metadata());
        }
        associated.values().forEach(key -> all.put(key.key(), metadata(key, roles.get(key.key()))));
        return new KeyChanges<>(all, given, given, Map.of());
    }
}
