// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.story;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One line of a file of sessions. */
public sealed interface Step {

    /** {@return the number of the line} */
    int line();

    /** {@return the id of the document} */
    String document();

    /** {@return the status with which the service must refuse it, or 0 if it must do it} */
    default int refused() {
        return 0;
    }

    /**
     * An author begins a document.
     *
     * @param line the number of the line
     * @param document the id of the document
     * @param author who
     * @param title its title
     * @param paragraphs its first text
     * @param refused the status with which the service must refuse it, or 0
     */
    record Create(int line, String document, String author, String title, List<String> paragraphs, int refused)
            implements Step {
        /** Checks that nothing is missing. */
        public Create {
            Objects.requireNonNull(document, "document");
            Objects.requireNonNull(author, "author");
            Objects.requireNonNull(title, "title");
            paragraphs = List.copyOf(paragraphs);
        }
    }

    /**
     * An author edits a document.
     *
     * @param line the number of the line
     * @param document the id of the document
     * @param author who
     * @param title the new title, or null
     * @param replace the paragraph that is written anew, or null
     * @param remove the number of the paragraph that is taken out, or null
     * @param append the paragraphs that are added at the end
     * @param attachment the file that is attached, or null
     * @param stale whether the author has not seen the last change: the service must refuse once, then do it
     * @param refused the status with which the service must refuse it for good, or 0
     */
    record Edit(
            int line,
            String document,
            String author,
            @Nullable String title,
            @Nullable Replace replace,
            @Nullable Integer remove,
            List<String> append,
            @Nullable Attach attachment,
            boolean stale,
            int refused)
            implements Step {
        /** Checks that nothing is missing. */
        public Edit {
            Objects.requireNonNull(document, "document");
            Objects.requireNonNull(author, "author");
            append = List.copyOf(append);
        }
    }

    /**
     * A paragraph is written anew.
     *
     * @param paragraph its number, from 1
     * @param text its new text
     */
    record Replace(int paragraph, String text) {
        /** Checks that nothing is missing. */
        public Replace {
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * A file is attached whose content is made, not shipped.
     *
     * @param name its name
     * @param seed what its content is made from
     * @param bytes its size
     */
    record Attach(String name, long seed, int bytes) {

        /** The largest file, in bytes: one edit must have room for it in base64. */
        public static final int LARGEST = 5_000_000;

        /**
         * Checks the size.
         *
         * @throws IllegalArgumentException if it is negative or larger than {@link #LARGEST}
         */
        public Attach {
            Objects.requireNonNull(name, "name");
            if (bytes < 0 || bytes > LARGEST) {
                throw new IllegalArgumentException("an attachment has 0 to " + LARGEST + " bytes, not " + bytes);
            }
        }
    }

    /**
     * A reader looks at a document.
     *
     * @param line the number of the line
     * @param document the id of the document
     * @param refused the status with which the service must refuse it, or 0
     */
    record Read(int line, String document, int refused) implements Step {
        /** Checks that nothing is missing. */
        public Read {
            Objects.requireNonNull(document, "document");
        }
    }

    /**
     * An author is done.
     *
     * @param line the number of the line
     * @param document the id of the document
     * @param author who
     * @param refused the status with which the service must refuse it, or 0
     */
    record Submit(int line, String document, String author, int refused) implements Step {
        /** Checks that nothing is missing. */
        public Submit {
            Objects.requireNonNull(document, "document");
            Objects.requireNonNull(author, "author");
        }
    }

    /**
     * What the document must be in the end, as the author of the file counted by hand.
     *
     * @param line the number of the line
     * @param document the id of the document; the line is about the life it stands in or after
     * @param title its title
     * @param edits how often it was edited
     * @param paragraphs how many paragraphs it has
     * @param last its last paragraph
     */
    record Expect(int line, String document, String title, int edits, int paragraphs, String last) implements Step {
        /** Checks that nothing is missing. */
        public Expect {
            Objects.requireNonNull(document, "document");
            Objects.requireNonNull(title, "title");
            Objects.requireNonNull(last, "last");
        }
    }
}
