// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.util.Set;

/** What an id may look like so that every client can name the document in a path. */
final class DocumentId {

    static final int LONGEST = 200;

    // Clients and proxies take these out of a path, encoded or not.
    private static final Set<String> DOTS = Set.of(".", "..");

    private DocumentId() {}

    static String checked(String id) {
        if (id.isBlank()) {
            throw ProblemKind.MISSING_DOCUMENT_ID.exception("the document id is missing or blank");
        }
        if (id.length() > LONGEST) {
            throw ProblemKind.UNUSABLE_DOCUMENT_ID.exception(
                    "it has " + id.length() + " characters, at most " + LONGEST + " are allowed");
        }
        if (DOTS.contains(id)) {
            throw ProblemKind.UNUSABLE_DOCUMENT_ID.exception("dots alone cannot be part of a path");
        }
        if (id.chars().anyMatch(Character::isISOControl)) {
            throw ProblemKind.UNUSABLE_DOCUMENT_ID.exception("it has control characters");
        }
        return id;
    }
}
