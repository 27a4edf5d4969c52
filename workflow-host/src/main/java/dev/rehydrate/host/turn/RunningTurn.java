// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.Conversation;
import dev.rehydrate.host.EntityKey;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.Turn;
import dev.rehydrate.host.TurnRefusedException;
import dev.rehydrate.host.state.Conversations;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.EndOfTime;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A turn while its handler runs: collects what the handler requests, for {@link TurnResult} to write. */
public final class RunningTurn<S> implements Turn<S> {

    enum Ending {
        SAVE,
        NOTHING,
        COMPLETE
    }

    private final Origin origin;
    private final TurnRequests requests;
    private @Nullable S state;
    private Ending ending = Ending.SAVE;
    private @Nullable CompletionAction action;
    private boolean over;

    RunningTurn(Origin origin, TurnRequests requests, @Nullable S state) {
        this.origin = origin;
        this.requests = requests;
        this.state = state;
    }

    /**
     * Where a turn begins.
     *
     * @param instance the instance
     * @param key the key by which the message came, or null
     * @param revision the state as it was last saved, or null for a new instance
     */
    record Origin(
            InstanceId instance,
            @Nullable CorrelationKey key,
            @Nullable Revision revision) {}

    @Override
    public InstanceId instanceId() {
        requireRunning();
        return origin.instance();
    }

    @Override
    public Optional<CorrelationKey> key() {
        requireRunning();
        return Optional.ofNullable(origin.key());
    }

    @Override
    public Optional<Revision> revision() {
        requireRunning();
        return Optional.ofNullable(origin.revision());
    }

    @Override
    public boolean isNew() {
        requireRunning();
        return origin.revision() == null;
    }

    @Override
    public S become(S next) {
        requireRunning();
        state = Objects.requireNonNull(next, "next");
        return next;
    }

    @Override
    public void unchanged() {
        requireRunning();
        if (ending != Ending.COMPLETE) {
            ending = Ending.NOTHING;
        }
    }

    @Override
    public Instant now() {
        requireRunning();
        return requests.now();
    }

    @Override
    public void send(String destination, Object message) {
        requireRunning();
        requests.send(destination, message);
    }

    @Override
    public <M> void scheduleAt(String name, Instant at, Operation<S, M, ?> operation, M message) {
        requireRunning();
        requests.schedule(name, operation, message, at);
    }

    @Override
    public <M> void scheduleAfter(String name, Duration delay, Operation<S, M, ?> operation, M message) {
        scheduleAt(name, EndOfTime.orAfter(now(), delay), operation, message);
    }

    @Override
    public <M> void scheduleEvery(String name, Duration period, Operation<S, M, ?> operation, M message) {
        requireRunning();
        requests.scheduleEvery(name, operation, message, period);
    }

    @Override
    public void unschedule(String name) {
        requireRunning();
        requests.unschedule(name);
    }

    @Override
    public void associateKey(CorrelationKey further) {
        requireRunning();
        requests.associate(null, further);
    }

    @Override
    public void associateKey(String role, CorrelationKey further) {
        requireRunning();
        requests.associate(Objects.requireNonNull(role, "role"), further);
    }

    @Override
    public Set<EntityKey> keys() {
        requireRunning();
        return Set.copyOf(requests.keysAfter().values());
    }

    @Override
    public Set<EntityKey> keys(String role) {
        return keys().stream().filter(key -> role.equals(key.role())).collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public <C> Conversation<C> conversation(String name, Class<C> type) {
        requireRunning();
        return new RunningConversation<>(name, type, () -> {
            requireRunning();
            return requests;
        });
    }

    @Override
    public Set<String> conversations() {
        requireRunning();
        return requests.conversations().entries().stream()
                .map(Conversations.Entry::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public void releaseKey(CorrelationKey own) {
        requireRunning();
        requests.release(own);
    }

    @Override
    public void fail(String reason) {
        requireRunning();
        if (ending == Ending.COMPLETE) {
            throw endsTwice();
        }
        requests.fail(reason);
    }

    @Override
    public TurnRefusedException refuse(String reason) {
        requireRunning();
        return new TurnRefusedException(origin.instance(), reason);
    }

    @Override
    public void complete() {
        requireRunning();
        if (requests.failure() != null) {
            throw endsTwice();
        }
        ending = Ending.COMPLETE;
    }

    @Override
    public void complete(CompletionAction what) {
        complete();
        action = what;
    }

    private IllegalStateException endsTwice() {
        return new IllegalStateException(
                "a turn lets an instance fail or completes it, not both: instance=" + origin.instance());
    }

    private void requireRunning() {
        if (over) {
            throw new IllegalStateException(
                    "the turn is over; a handler must not keep it, instance=" + origin.instance());
        }
    }

    /**
     * The requests of a turn, for operations of the host itself, which request more than an application can.
     *
     * @throws IllegalStateException if the turn is over
     */
    public static TurnRequests requestsOf(Turn<?> turn) {
        RunningTurn<?> running = (RunningTurn<?>) turn;
        running.requireRunning();
        return running.requests;
    }

    void end() {
        over = true;
    }

    Ending ending() {
        return ending;
    }

    Origin origin() {
        return origin;
    }

    TurnRequests requests() {
        return requests;
    }

    @Nullable
    CompletionAction action() {
        return action;
    }

    @Nullable
    S state() {
        return state;
    }
}
