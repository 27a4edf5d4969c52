// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import dev.rehydrate.instance.Revision;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The revision of a document as an ETag, and back. */
final class EntityTag {

    static final String OTHER_STATE = "the document is not in the state that If-Match names" + ProblemKind.NOTHING_DONE;

    private static final Pattern ONE_TAG = Pattern.compile("(W/)?\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"");

    private EntityTag() {}

    static String of(Revision revision) {
        return "\"" + revision + "\"";
    }

    /**
     * Reads If-Match.
     *
     * @return the revision the client has seen, or empty if it wants any
     * @throws ProblemException if the header is not one ETag or *, or is one that no document of ours ever had
     */
    static Optional<Revision> ifMatch(List<String> headers) {
        if (headers.isEmpty()) {
            return Optional.empty();
        }
        String value = String.join(", ", headers).strip();
        if (value.equals("*")) {
            return Optional.empty();
        }
        Matcher tag = ONE_TAG.matcher(value);
        if (!tag.matches()) {
            throw ProblemKind.MALFORMED_IF_MATCH.exception("it is not one ETag in quotes");
        }
        // A weak tag matches nothing (RFC 9110 §13.1.1), and nor does one that we never gave.
        return Optional.of(revision(tag.group(1) == null ? tag.group(2) : ""));
    }

    private static Revision revision(String text) {
        try {
            return Revision.parse(text);
        } catch (IllegalArgumentException notOurs) {
            throw ProblemKind.STALE_ETAG.exception(OTHER_STATE);
        }
    }
}
