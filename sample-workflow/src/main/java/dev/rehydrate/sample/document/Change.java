// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing that an edit does to a document. Paragraphs are numbered from 1, as people do. */
public sealed interface Change {

    /**
     * Tells why the document cannot be changed so.
     *
     * @param document the document as it would be changed
     * @return the reason for its author to read, or null if there is none
     */
    default @Nullable String objection(Document document) {
        return null;
    }

    /**
     * Changes the document.
     *
     * @param state the document, to which there is no objection
     * @return the document afterwards
     */
    DocumentState applyTo(DocumentState state);

    /**
     * Gives the document another title.
     *
     * @param title the title
     */
    record Retitle(String title) implements Change {
        @Override
        public DocumentState applyTo(DocumentState state) {
            return state.with(state.document().withTitle(title));
        }
    }

    /**
     * Adds a paragraph at the end.
     *
     * @param text the paragraph
     */
    record Append(String text) implements Change {
        @Override
        public DocumentState applyTo(DocumentState state) {
            List<String> texts = new ArrayList<>(state.document().paragraphs());
            texts.add(text);
            return state.with(state.document().withParagraphs(texts));
        }
    }

    /**
     * Writes a paragraph anew.
     *
     * @param paragraph which one
     * @param text what it says from now on
     */
    record Replace(int paragraph, String text) implements Change {
        @Override
        public @Nullable String objection(Document document) {
            return missing(document, paragraph);
        }

        @Override
        public DocumentState applyTo(DocumentState state) {
            List<String> texts = new ArrayList<>(state.document().paragraphs());
            texts.set(paragraph - 1, text);
            return state.with(state.document().withParagraphs(texts));
        }
    }

    /**
     * Takes a paragraph out.
     *
     * @param paragraph which one
     */
    record Remove(int paragraph) implements Change {
        @Override
        public @Nullable String objection(Document document) {
            return missing(document, paragraph);
        }

        @Override
        public DocumentState applyTo(DocumentState state) {
            List<String> texts = new ArrayList<>(state.document().paragraphs());
            texts.remove(paragraph - 1);
            return state.with(state.document().withParagraphs(texts));
        }
    }

    /**
     * Attaches a file, in place of the one before.
     *
     * @param name its name
     * @param content its content
     */
    record Attach(String name, Blob content) implements Change {
        @Override
        public DocumentState applyTo(DocumentState state) {
            return new DocumentState(state.document().with(Attachment.of(name, content)), content);
        }
    }

    private static @Nullable String missing(Document document, int paragraph) {
        int last = document.paragraphs().size();
        return paragraph >= 1 && paragraph <= last
                ? null
                : "there is no paragraph " + paragraph + "; the document has " + last;
    }
}
