// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.store.hazelcast.drill.Event;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Repeated;
import dev.rehydrate.store.hazelcast.drill.Mark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What all clients of a simulation were told, in the order in which it happened. Everything happens in one thread, so the number of
 * an event is its moment: no two events have the same one.
 */
final class Ledger {

    private final List<Event> events = new ArrayList<>();
    private final List<Intended> commands = new ArrayList<>();
    private final Map<Object, String> openRepeats = new LinkedHashMap<>();
    /** The answer to each command; unknown if one attempt was answered so. */
    private final Map<String, Answer> answered = new LinkedHashMap<>();

    private long moment;

    /** {@return the present; later than every moment before} */
    long now() {
        return ++moment;
    }

    void add(Event event) {
        events.add(event);
        if (event instanceof Intended command) {
            commands.add(command);
        } else if (event instanceof Answered end) {
            note(end);
        } else if (event instanceof Repeated repeat) {
            note(repeat.attempt());
        }
    }

    private void note(Answered end) {
        answered.merge(end.entry(), end.answer(), (one, other) -> one == Answer.UNKNOWN ? one : other);
    }

    List<Event> events() {
        return events;
    }

    /**
     * A command is about to be sent again. A repeat that is never answered, because its process has crashed, may have carried the
     * command out too.
     *
     * @return what to call when the repeat is answered
     */
    Runnable beginRepeat(String entry) {
        Object repeat = new Object();
        openRepeats.put(repeat, entry);
        return () -> openRepeats.remove(repeat);
    }

    /**
     * From now on nothing that was in doubt can still be carried out: a half-open session could have done so up to now. What was not
     * answered never will be, and is in the history as unknown until this moment.
     */
    void endDoubts() {
        Set<String> open = new LinkedHashSet<>(openRepeats.values());
        commands.forEach(command -> open.add(command.change().entry()));
        answered.forEach((entry, answer) -> {
            if (answer != Answer.UNKNOWN && !openRepeats.containsValue(entry)) {
                open.remove(entry);
            }
        });
        open.forEach(
                entry -> events.add(new Repeated(new Answered(entry, now(), now(), Answer.UNKNOWN, 0, Mark.NONE))));
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
