// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Answers what the server itself refuses, before a handler sees it, like everything else: as a problem with a remedy. */
final class ServerErrors extends ErrorHandler {

    private static final int URI_TOO_LONG = 414;
    private static final int HEADERS_TOO_LARGE = 431;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int FIRST_OF_THE_SERVER = 500;
    private static final int UNAVAILABLE = 503;
    private static final int VERSION_NOT_SUPPORTED = 505;

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    /** What the server says of the request may quote it, so it is not repeated. */
    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        Reply reply = problem(code).toReply(null);
        response.setStatus(reply.status());
        reply.headers().forEach((name, value) -> response.getHeaders().put(new HttpField(name, value)));
        response.write(true, ByteBuffer.wrap(reply.body()), callback);
    }

    static Problem problem(int code) {
        return switch (code) {
            case URI_TOO_LONG, HEADERS_TOO_LARGE ->
                ProblemKind.REQUEST_HEAD_TOO_LARGE.with("the path or the headers have more than 8 KB");
            case REQUEST_TIMEOUT -> ProblemKind.CLIENT_TOO_SLOW.with("the rest of the request did not come in time");
            // The server says so to a client whose connection is open while it stops; no handler has seen the request.
            case UNAVAILABLE ->
                ProblemKind.UNAVAILABLE
                        .with("this node is being stopped" + ProblemKind.NOTHING_DONE)
                        .with("Retry-After", "1");
            default ->
                code < FIRST_OF_THE_SERVER || code == VERSION_NOT_SUPPORTED
                        ? ProblemKind.MALFORMED_REQUEST.with("the server cannot read the request")
                        : ProblemKind.INTERNAL_ERROR.with("the request could not be worked on");
        };
    }
}
