// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.ConcurrencyControl;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.Turn;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.instance.InstanceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A workflow that writes down each message that it gets, in one of the two ways. */
final class Notebook {

    /** The state. */
    public static final class Notes {
        public List<String> notes = new ArrayList<>();
    }

    /**
     * Every message.
     *
     * @param book for which notebook
     * @param text what to write down
     */
    public record Note(String book, String text) {}

    private final String name;
    private final Operation<Notes, Note, Integer> write;
    private final Operation<Notes, Note, Integer> count;
    private final WorkflowDefinition<Notes> definition;

    Notebook(ConcurrencyControl way) {
        name = way.name();
        write = Operation.createOrGet("Write", Note.class)
                .correlatedBy(Correlation.<Note>content(name).part("Book", Note::book))
                .replying(Integer.class)
                .handledBy(Notebook::write);
        count = Operation.mustExist("Count", Note.class)
                .correlatedBy(Correlation.<Note>content(name).part("Book", Note::book))
                .replying(Integer.class)
                .handledBy(Notebook::count);
        definition = WorkflowDefinition.of(name, "1.0", Notes.class)
                .with(write, count)
                .concurrency(way);
    }

    /** {@return at which place the note is, which is so for ever} */
    private static int write(Turn<Notes> turn, Notes notes, Note note) {
        Notes state = notes == null ? turn.become(new Notes()) : notes;
        state.notes.add(note.text());
        return state.notes.size() - 1;
    }

    /** {@return how many notes there are, which the next note changes} */
    private static int count(Turn<Notes> turn, Notes notes, Note question) {
        turn.unchanged();
        return notes.notes.size();
    }

    Operation<Notes, Note, Integer> write() {
        return write;
    }

    Operation<Notes, Note, Integer> count() {
        return count;
    }

    WorkflowDefinition<Notes> definition() {
        return definition;
    }

    InstanceId instance(String book) {
        return InstanceId.atHomeOf(CorrelationKey.of(KeyAlgorithm.SHA_256_128, name, Map.of("Book", book))
                .key());
    }
}
