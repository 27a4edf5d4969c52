// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.store.hazelcast.drill.Event;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Repeated;
import dev.rehydrate.store.hazelcast.drill.Mark;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What all clients of a simulation were told, in the order in which it happened. Everything happens in one thread, so the number of
 * an event is its moment: no two events have the same one.
 */
final class Ledger {

    private final List<Event> events = new ArrayList<>();
    private final List<Intended> commands = new ArrayList<>();
    private final Set<Repeated> openRepeats = new LinkedHashSet<>();
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

    /**
     * A command is about to be sent again. A repeat that is never answered, because its process has crashed, may have carried the
     * command out too, so a history must contain it.
     *
     * @return what to call when the repeat is answered
     */
    Runnable beginRepeat(String entry) {
        Repeated unanswered = new Repeated(new Answered(entry, now(), now(), Answer.UNKNOWN, 0, Mark.NONE));
        openRepeats.add(unanswered);
        return () -> openRepeats.remove(unanswered);
    }

    /** All is over: what is not answered now never will be. */
    void end() {
        events.addAll(openRepeats);
        openRepeats.clear();
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
