// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.Conversation;
import dev.rehydrate.host.state.Conversations;
import dev.rehydrate.host.state.Payload;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** A conversation during a turn. */
final class RunningConversation<C> implements Conversation<C> {

    private final String name;
    private final Class<C> type;
    private final Supplier<TurnRequests> requests;

    /**
     * A conversation that may have begun or not.
     *
     * @param name its name
     * @param type its state
     * @param requests what the turn asks for; fails when the turn is over
     */
    RunningConversation(String name, Class<C> type, Supplier<TurnRequests> requests) {
        this.name = name;
        this.type = Objects.requireNonNull(type, "type");
        this.requests = requests;
        if (name.isBlank()) {
            throw new IllegalArgumentException("a conversation needs a name");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isActive() {
        return find().isPresent();
    }

    @Override
    public Optional<C> get() {
        return find().map(entry -> entry.state().as(type));
    }

    @Override
    public C start(C first) {
        if (isActive()) {
            throw new IllegalStateException("the conversation " + name + " goes on already");
        }
        return put(first);
    }

    @Override
    public C getOrStart(Supplier<? extends C> first) {
        return get().orElseGet(() -> put(first.get()));
    }

    @Override
    public C replace(C next) {
        if (!isActive()) {
            throw new IllegalStateException("the conversation " + name + " has not begun, or has ended: start it");
        }
        return put(next);
    }

    @Override
    public void end() {
        TurnRequests turn = requests.get();
        turn.conversations(turn.conversations().without(name));
    }

    private Optional<Conversations.Entry> find() {
        return requests.get().conversations().find(name);
    }

    private C put(C state) {
        TurnRequests turn = requests.get();
        turn.conversations(turn.conversations()
                .with(name, Payload.of(Payload.boxed(type).cast(Objects.requireNonNull(state, "state")))));
        return state;
    }
}
