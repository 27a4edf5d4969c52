// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import dev.rehydrate.time.TimeSource;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Answers every request, whatever happens, and sends the reply. A thread is taken when the body is there: a client that sends
 * half of it keeps a connection, and no thread.
 */
final class DocumentHandler extends Handler.Abstract {

    private final String node;
    private final DocumentResource resource;
    private final CallFailures failures;
    private final int maxBody;

    DocumentHandler(String node, DocumentResource resource, ServerSettings settings) {
        this.node = node;
        this.resource = resource;
        this.failures = new CallFailures(node);
        this.maxBody = settings.maxBody();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Exchange exchange = new Exchange(request, response, callback);
        try {
            DocumentResource.Target target = resource.target(request.getMethod(), rawPath(request));
            if (target.endpoint().takesBody()) {
                RequestBody.requireJson(request.getHeaders(), maxBody);
                var unused = new BodyReader(request, maxBody).read().whenComplete((body, failure) -> {
                    if (failure != null) {
                        exchange.send(failures.ofBody(failure));
                    } else {
                        answer(exchange, target, body);
                    }
                });
            } else {
                answer(exchange, target, new byte[0]);
            }
        } catch (RuntimeException failure) {
            exchange.send(failures.problem(failure));
        }
        return true;
    }

    private void answer(Exchange exchange, DocumentResource.Target target, byte[] body) {
        Reply reply;
        try {
            reply = resource.answer(target, exchange.request().getHeaders(), body);
        } catch (RuntimeException failure) {
            exchange.send(failures.problem(failure));
            return;
        }
        exchange.send(reply);
    }

    /** A request for the server as a whole, such as {@code OPTIONS *}, has no path. */
    private static String rawPath(Request request) {
        return Objects.requireNonNullElse(request.getHttpURI().getPath(), "/");
    }

    /** One request and the way back to its client. */
    private final class Exchange {

        private final Request request;
        private final Response response;
        private final Callback callback;

        Exchange(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        Request request() {
            return request;
        }

        void send(Problem problem) {
            send(problem.toReply(rawPath(request)));
        }

        void send(Reply reply) {
            var headers = response.getHeaders();
            response.setStatus(reply.status());
            reply.headers().forEach(headers::put);
            headers.put("X-Rehydrate-Node", node);
            headers.put(HttpHeader.CACHE_CONTROL, "no-store");
            headers.put("X-Content-Type-Options", "nosniff");
            boolean head = request.getMethod().equals("HEAD");
            if (head) {
                headers.put(HttpHeader.CONTENT_LENGTH, reply.body().length);
            }
            ByteBuffer body = head ? ByteBuffer.allocate(0) : ByteBuffer.wrap(reply.body());
            response.write(true, body, Callback.from(this::afterReply, callback::failed));
        }

        private void afterReply() {
            new BodyDiscard(request, TimeSource.system(), callback).run();
        }
    }
}
