// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.store.hazelcast.drill.Event;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import java.util.ArrayList;
import java.util.List;

/**
 * What all clients of a simulation were told, in the order in which it happened. Everything happens in one thread, so the number of
 * an event is its moment: no two events have the same one.
 */
final class Ledger {

    private final List<Event> events = new ArrayList<>();
    private final List<Intended> commands = new ArrayList<>();
    private long moment;

    /** {@return the present; later than every moment before} */
    long now() {
        return ++moment;
    }

    void add(Event event) {
        events.add(event);
        if (event instanceof Intended command) {
            commands.add(command);
        }
    }

    List<Event> events() {
        return events;
    }

    /** {@return what was sent up to now, the oldest first} */
    List<Intended> commands() {
        return commands;
    }

    /** What was sent up to now is not to be repeated any more. */
    void forgetCommands() {
        commands.clear();
    }
}
