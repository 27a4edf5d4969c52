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
            throw Problems.missingId().toException();
        }
        if (id.length() > LONGEST) {
            throw Problems.unusableId("it has " + id.length() + " characters, at most " + LONGEST + " are allowed")
                    .toException();
        }
        if (DOTS.contains(id)) {
            throw Problems.unusableId("dots alone cannot be part of a path").toException();
        }
        if (id.chars().anyMatch(Character::isISOControl)) {
            throw Problems.unusableId("it has control characters").toException();
        }
        return id;
    }
}
