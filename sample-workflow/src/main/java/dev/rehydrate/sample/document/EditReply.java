// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

/** What comes of an edit. */
public sealed interface EditReply {

    /**
     * The document was changed.
     *
     * @param state the document now
     */
    record Applied(DocumentState state) implements EditReply {}

    /**
     * The document cannot be changed so, and is as it was.
     *
     * @param why the reason, for its author to read
     */
    record Refused(String why) implements EditReply {}
}
