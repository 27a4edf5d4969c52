// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import java.util.List;

/** The workflow: what can be done with a note. The same for both applications. */
public final class Notes {

    /** Adds a line to a note, which begins with its first line. */
    public record Write(String note, String line) {}

    /** Reads a note. */
    public record Read(String note) {}

    /** Replies how many lines there are. */
    public static final Operation<Note, Write, Integer> WRITE = Operation.createOrGet("Write", Write.class)
            .correlatedBy(Correlation.<Write>content("notes").part("note", Write::note))
            .handledBy((turn, note, message) -> turn.become(
                            (note == null ? new Note(List.of()) : note).with(message.line()))
                    .lines()
                    .size());

    /** Replies the lines. */
    public static final Operation<Note, Read, List<String>> READ = Operation.mustExist("Read", Read.class)
            .correlatedBy(Correlation.<Read>content("notes").part("note", Read::note))
            .handledBy((turn, note, message) -> {
                turn.unchanged();
                return note.lines();
            });

    /** The definition. */
    public static final WorkflowDefinition<Note> DEFINITION =
            WorkflowDefinition.of("Notes", "1.0", Note.class).with(WRITE).with(READ);

    private Notes() {}
}
