// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What an import has seen of its file, to say whether it was a whole export, or several that were put together. */
public final class ImportedFile {

    private final List<String> problems = new ArrayList<>();
    private long instances;
    private long last;
    /** Whether lines are to be followed by an end line that has not been read yet. */
    private boolean open = true;

    private void begins(long line) {
        if (last > 0) {
            ends();
        }
        open = true;
        instances = 0;
        last = line;
    }

    /**
     * Takes the line of an instance, or one that cannot be read. A line that is taken twice counts once.
     *
     * @param line its number
     */
    public void instance(long line) {
        open = true;
        instances += line == last ? 0 : 1;
        last = line;
    }

    /**
     * Takes a line of any kind.
     *
     * @param line its number
     * @param json what is on it
     * @throws IllegalArgumentException if it is an end line that lacks something
     */
    public void take(long line, JsonNode json) {
        if (ExportFile.isFirst(json)) {
            begins(line);
        } else if (ExportEnd.is(json)) {
            end(line, ExportEnd.read(json));
        } else {
            instance(line);
        }
    }

    private void end(long line, ExportEnd end) {
        if (end.instances() != instances) {
            problems.add("line " + line + ": the export had " + end.instances() + " instances, and here are "
                    + instances + ". Lines were lost or added.");
        }
        if (!end.complete()) {
            problems.add("line " + line + ": the export has left out instances, which it named when it was made.");
        }
        open = false;
        instances = 0;
        last = line;
    }

    private void ends() {
        if (open) {
            problems.add("There is no end line behind line " + last
                    + ": the export was cut off, or has failed. If these are chosen lines, or an earlier build has written them,"
                    + " --partial takes them without one.");
        }
    }

    /**
     * Ends the file.
     *
     * @return what keeps it from being a whole export, in sentences; empty if it is one
     */
    public List<String> problems() {
        ends();
        return List.copyOf(problems);
    }
}
