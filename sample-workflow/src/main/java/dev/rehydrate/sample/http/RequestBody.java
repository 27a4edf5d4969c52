// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.util.Locale;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** What the headers must say of a body before a byte of it is read. */
final class RequestBody {

    private static final Pattern JSON =
            Pattern.compile("application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    private RequestBody() {}

    /**
     * Checks that a body is announced as JSON, and not as too large.
     *
     * @throws ProblemException if it is of another type or too large
     */
    static void requireJson(HttpFields headers, int limit) {
        String type = headers.get(HttpHeader.CONTENT_TYPE);
        if (type == null) {
            throw notJson("there is no Content-Type");
        }
        if (!JSON.matcher(type.strip()).matches()) {
            throw notJson("the Content-Type is another one than application/json in UTF-8");
        }
        String encoding = headers.get(HttpHeader.CONTENT_ENCODING);
        if (encoding != null && !encoding.strip().toLowerCase(Locale.ROOT).equals("identity")) {
            throw notJson("the body has a Content-Encoding");
        }
        if (headers.getLongField(HttpHeader.CONTENT_LENGTH) > limit) {
            throw tooLarge(limit);
        }
    }

    static ProblemException tooLarge(int limit) {
        return ProblemKind.BODY_TOO_LARGE.exception(
                "the body has more than " + limit + " bytes; the rest of it was not read" + ProblemKind.NOTHING_DONE);
    }

    private static ProblemException notJson(String detail) {
        return ProblemKind.UNSUPPORTED_MEDIA_TYPE
                .with(detail)
                .with("Accept-Post", "application/json")
                .toException();
    }
}
