// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/** The body of a request, of which never more is kept in memory than the limit allows. */
final class RequestBody {

    // A client that still sends does not see a reply after which the connection is reset: so what it sends is read on
    // for a
    // while, and thrown away.
    private static final Duration LINGER = Duration.ofSeconds(5);
    private static final long MOST_DISCARDED = 256L << 20;
    private static final int PIECE = 16 * 1024;

    private static final Pattern JSON =
            Pattern.compile("application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    private RequestBody() {}

    /**
     * Reads a JSON body.
     *
     * @throws ProblemException if it is of another type or too large; what is too large is not read further
     * @throws IOException if the client is gone or too slow
     */
    static byte[] json(HttpExchange exchange, int limit) throws IOException {
        Headers headers = exchange.getRequestHeaders();
        requireJson(headers);
        if (announced(headers) > limit) {
            throw tooLarge(limit);
        }
        byte[] body = exchange.getRequestBody().readNBytes(limit + 1);
        if (body.length > limit) {
            throw tooLarge(limit);
        }
        return body;
    }

    private static void requireJson(Headers headers) {
        String type = headers.getFirst("Content-Type");
        if (type == null) {
            throw notJson("there is no Content-Type");
        }
        if (!JSON.matcher(type.strip()).matches()) {
            throw notJson("the Content-Type is another one than application/json in UTF-8");
        }
        String encoding = headers.getFirst("Content-Encoding");
        if (encoding != null && !encoding.strip().toLowerCase(Locale.ROOT).equals("identity")) {
            throw notJson("the body has a Content-Encoding");
        }
    }

    private static ProblemException tooLarge(int limit) {
        return ProblemKind.BODY_TOO_LARGE.exception(
                "the body has more than " + limit + " bytes; the rest of it was not read" + ProblemKind.NOTHING_DONE);
    }

    private static ProblemException notJson(String detail) {
        return ProblemKind.UNSUPPORTED_MEDIA_TYPE
                .with(detail)
                .with("Accept-Post", "application/json")
                .toException();
    }

    private static long announced(Headers headers) {
        String length = headers.getFirst("Content-Length");
        // The server has refused what is not a number.
        return length == null ? 0 : Long.parseLong(length.strip());
    }

    /** Throws away what was not read, within limits. */
    static void discardRest(HttpExchange exchange, TimeSource time) {
        long until = time.nanoTime() + LINGER.toNanos();
        byte[] piece = new byte[PIECE];
        long discarded = 0;
        try {
            InputStream rest = exchange.getRequestBody();
            while (discarded < MOST_DISCARDED && time.nanoTime() - until < 0) {
                int read = rest.read(piece);
                if (read < 0) {
                    return;
                }
                discarded += read;
            }
        } catch (IOException gone) {
            // The client has closed the connection, so there is nothing left to read.
            return;
        }
    }
}
