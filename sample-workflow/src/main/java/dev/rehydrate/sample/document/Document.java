// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A document on its way to being submitted.
 *
 * @param id its id, as it was written when the document was created
 * @param title its title
 * @param authors all who had a hand in it, in the order of their first one
 * @param paragraphs its text
 * @param edits how often it was edited since it was created
 * @param attachment what is attached, or null
 */
public record Document(
        String id,
        String title,
        List<String> authors,
        List<String> paragraphs,
        int edits,
        @Nullable Attachment attachment) {

    /** Copies the lists. */
    public Document {
        authors = List.copyOf(authors);
        paragraphs = List.copyOf(paragraphs);
    }

    static Document begunBy(CreateDocument message) {
        return new Document(message.id(), message.title(), List.of(message.author()), message.paragraphs(), 0, null);
    }

    Document editedBy(String author) {
        List<String> all = authors.contains(author)
                ? authors
                : Stream.concat(authors.stream(), Stream.of(author)).toList();
        return new Document(id, title, all, paragraphs, edits + 1, attachment);
    }

    Document withTitle(String text) {
        return new Document(id, text, authors, paragraphs, edits, attachment);
    }

    Document withParagraphs(List<String> texts) {
        return new Document(id, title, authors, texts, edits, attachment);
    }

    Document with(Attachment attached) {
        return new Document(id, title, authors, paragraphs, edits, attached);
    }
}
