// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

import org.jspecify.annotations.Nullable;

/**
 * What the workflow keeps between two messages.
 *
 * @param document the document
 * @param content the content of its attachment, or null if it has none
 */
public record DocumentState(Document document, @Nullable Blob content) {

    DocumentState with(Document changed) {
        return new DocumentState(changed, content);
    }
}
