// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.story;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the file says that a document must be at the end of one of its lives: an id can be used again after a submit.
 *
 * @param document the id
 * @param ordinal which life of this id, from 1
 * @param line where in the file it begins
 * @param text what it says in the end
 * @param edits how often it was edited
 * @param attachment what is attached in the end, or null
 * @param submitted whether it was submitted
 * @param expect what the author of the file counted, or null if it was not counted
 */
public record Life(
        String document,
        int ordinal,
        int line,
        Text text,
        int edits,
        @Nullable Content attachment,
        boolean submitted,
        Step.@Nullable Expect expect) {

    /**
     * What a document says.
     *
     * @param title its title
     * @param authors who had a hand in it, in the order of their first one
     * @param paragraphs its paragraphs
     */
    public record Text(String title, List<String> authors, List<String> paragraphs) {
        /** Copies the lists. */
        public Text {
            authors = List.copyOf(authors);
            paragraphs = List.copyOf(paragraphs);
        }
    }

    /**
     * A document that never was, for lines that must be refused.
     *
     * @param document the id
     * @return a life without content
     */
    public static Life never(String document) {
        return new Life(document, 0, 0, new Text("", List.of(), List.of()), 0, null, true, null);
    }

    /** {@return a name that no other life has} */
    public String label() {
        return ordinal <= 1 ? document : document + " #" + ordinal;
    }
}
