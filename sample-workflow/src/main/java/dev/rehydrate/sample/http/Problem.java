// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import dev.rehydrate.instance.SafeText;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error as a client sees it (RFC 9457).
 *
 * @param kind the last part of its type; one kind always has one status and one title
 * @param status the HTTP status
 * @param title what kind of error it is
 * @param detail what is wrong this time
 * @param remedy what to do about it
 * @param headers further headers of the reply
 */
record Problem(String kind, int status, String title, String detail, String remedy, Map<String, String> headers) {

    static final String MEDIA_TYPE = "application/problem+json";

    private static final String TYPE = "urn:rehydrate:problem:";

    /** A client may have sent what its detail speaks of. */
    Problem {
        detail = SafeText.line(detail);
    }

    Problem(String kind, int status, String title, String detail, String remedy) {
        this(kind, status, title, detail, remedy, Map.of());
    }

    Problem with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Problem(kind, status, title, detail, remedy, more);
    }

    ProblemException toException() {
        return new ProblemException(this);
    }

    /** The reply to a request for a path, or for one that cannot be read. */
    Reply toReply(@Nullable String rawPath) {
        Reply reply = Reply.json(status, MEDIA_TYPE, json -> {
            json.put("type", TYPE + kind)
                    .put("title", title)
                    .put("status", status)
                    .put("detail", detail);
            if (rawPath != null) {
                json.put("instance", rawPath);
            }
            json.put("remedy", remedy);
        });
        headers.forEach(reply::header);
        return reply;
    }
}
