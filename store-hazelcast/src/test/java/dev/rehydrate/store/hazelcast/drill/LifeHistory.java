// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.Change.Kind;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Stamped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The part of a history that is about instances with lives. */
final class LifeHistory {

    private final Attempts attempts;
    private final Map<String, Intended> intended = new LinkedHashMap<>();
    private final List<Seen> seen = new ArrayList<>();
    private final List<Missed> missed = new ArrayList<>();
    private final List<Stamped> stamped = new ArrayList<>();

    LifeHistory(Attempts attempts) {
        this.attempts = attempts;
    }

    void take(LifeEvent event) {
        if (event instanceof Intended command) {
            intended.put(command.change().entry(), command);
        } else if (event instanceof Seen one) {
            seen.add(one);
        } else if (event instanceof Missed one) {
            missed.add(one);
        } else {
            stamped.add((Stamped) event);
        }
    }

    Attempts attempts() {
        return attempts;
    }

    List<Stamped> stamped() {
        return stamped;
    }

    List<Seen> seen() {
        return seen;
    }

    List<Missed> missed() {
        return missed;
    }

    boolean knows(String entry) {
        return intended.containsKey(entry);
    }

    List<Intended> commands() {
        return List.copyOf(intended.values());
    }

    long acknowledged() {
        return intended.keySet().stream().filter(attempts::isAcknowledged).count();
    }

    /**
     * A change that was acknowledged.
     *
     * @param change the command
     * @param sentAt when it was sent first
     * @param at when it was acknowledged
     * @param mark the state that it has made
     */
    record Made(Change change, long sentAt, long at, Mark mark) {

        boolean isOf(Kind kind) {
            return change.kind() == kind;
        }

        /** Whether the life goes on with this change in it. */
        boolean stays() {
            return !isOf(Kind.COMPLETE);
        }
    }

    /** {@return what was acknowledged, without removals, which make no state} */
    List<Made> made() {
        return intended.values().stream()
                .filter(command -> command.change().kind() != Kind.REMOVE)
                .flatMap(command -> made(command).stream())
                .toList();
    }

    private Optional<Made> made(Intended command) {
        Optional<Answered> saved = attempts.acknowledgement(command.change().entry());
        return saved.map(answer -> new Made(command.change(), command.at(), answer.at(), answer.mark()));
    }

    /** {@return when the last command on the instances in question was over: what is looked at later does not change} */
    long quietSince(Predicate<Change> concerned) {
        return intended.values().stream()
                .filter(command -> concerned.test(command.change()))
                .mapToLong(command -> attempts.of(command.change().entry()).stream()
                        .mapToLong(Answered::at)
                        .max()
                        .orElse(command.at()))
                .max()
                .orElse(0);
    }
}
