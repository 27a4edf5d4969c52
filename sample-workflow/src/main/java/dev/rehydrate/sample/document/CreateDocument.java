// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

import java.util.List;

/**
 * Begins a document. Refused if there is one with this id.
 *
 * @param id its id
 * @param author who begins it
 * @param title its title
 * @param paragraphs its first paragraphs, if any
 */
public record CreateDocument(String id, String author, String title, List<String> paragraphs)
        implements DocumentMessage {

    /** Copies the list. */
    public CreateDocument {
        paragraphs = List.copyOf(paragraphs);
    }
}
