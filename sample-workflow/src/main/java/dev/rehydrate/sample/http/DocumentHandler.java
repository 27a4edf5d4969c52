// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.io.OutputStream;

/** Answers every request, whatever happens, and sends the reply. */
final class DocumentHandler implements HttpHandler {

    private static final int NO_BODY = -1;

    private final String node;
    private final DocumentResource resource;
    private final CallFailures failures;
    private final TimeSource time;

    DocumentHandler(String node, DocumentResource resource, TimeSource time) {
        this.node = node;
        this.resource = resource;
        this.failures = new CallFailures(node);
        this.time = time;
    }

    /** Fails only if the client is gone, in which case the server closes the connection. */
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try {
            send(exchange, answer(exchange));
        } finally {
            exchange.close();
        }
    }

    private Reply answer(HttpExchange exchange) throws IOException {
        try {
            return resource.answer(exchange);
        } catch (RuntimeException failure) {
            return failures.problem(failure).toReply(exchange.getRequestURI().getRawPath());
        }
    }

    private void send(HttpExchange exchange, Reply reply) throws IOException {
        var headers = exchange.getResponseHeaders();
        reply.headers().forEach(headers::set);
        headers.set("X-Rehydrate-Node", node);
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        int length = reply.body().length;
        if (exchange.getRequestMethod().equals("HEAD")) {
            headers.set("Content-Length", String.valueOf(length));
            exchange.sendResponseHeaders(reply.status(), NO_BODY);
            return;
        }
        exchange.sendResponseHeaders(reply.status(), length == 0 ? NO_BODY : length);
        if (length > 0) {
            OutputStream body = exchange.getResponseBody();
            body.write(reply.body());
            body.flush();
            RequestBody.discardRest(exchange, time);
            body.close();
        }
    }
}
