// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import java.util.ArrayList;
import java.util.List;

/**
 * The state of a workflow: a note.
 *
 * @param lines what was written, in order
 */
public record Note(List<String> lines) {

    Note with(String line) {
        List<String> longer = new ArrayList<>(lines);
        longer.add(line);
        return new Note(longer);
    }
}
