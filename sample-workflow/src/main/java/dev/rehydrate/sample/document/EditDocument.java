// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

import java.util.List;

/**
 * Updates a document; it then waits for the next update.
 *
 * @param id its id
 * @param author who edits
 * @param changes what changes, in this order; all or nothing
 */
public record EditDocument(String id, String author, List<Change> changes) implements DocumentMessage {

    /** Copies the list. */
    public EditDocument {
        changes = List.copyOf(changes);
    }
}
