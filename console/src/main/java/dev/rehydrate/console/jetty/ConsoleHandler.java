// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.jetty;

import dev.rehydrate.console.Console;
import dev.rehydrate.console.web.ConsoleRequest;
import dev.rehydrate.console.web.ConsoleResponse;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/** Serves a console from a Jetty server. Leaves requests to other paths than its base to the handlers after it. */
@SuppressWarnings("exports") // An application that uses it requires Jetty itself.
public final class ConsoleHandler extends Handler.Abstract {

    private static final ConsoleResponse TOO_LARGE = plain(413, "the form is too large; nothing was changed");
    private static final ConsoleResponse UNREADABLE =
            plain(400, "the form could not be read to its end; nothing was changed");

    private final Console console;

    /**
     * Serves a console.
     *
     * @param console the console
     */
    public ConsoleHandler(Console console) {
        this.console = Objects.requireNonNull(console, "console");
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
        if (!path.equals(console.base()) && !path.startsWith(console.base() + "/")) {
            return false;
        }
        String below = path.substring(console.base().length());
        if (!request.getMethod().equals("POST")) {
            send(request, response, callback, answer(request, below, new byte[0]));
            return true;
        }
        Content.Source.asByteArrayAsync(
                request,
                ConsoleRequest.MAX_BODY,
                Promise.Invocable.from(
                        Invocable.InvocationType.BLOCKING,
                        body -> send(request, response, callback, answer(request, below, body)),
                        failure -> send(request, response, callback, unread(failure))));
        return true;
    }

    /** The server says in this way, and no other, that there is more than was asked for. */
    private static ConsoleResponse unread(Throwable failure) {
        return failure instanceof IllegalStateException ? TOO_LARGE : UNREADABLE;
    }

    private static ConsoleResponse plain(int status, String text) {
        return ConsoleResponse.of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    private ConsoleResponse answer(Request request, String below, byte[] body) {
        Map<String, String> headers = new HashMap<>();
        for (HttpField field : request.getHeaders()) {
            headers.putIfAbsent(field.getLowerCaseName(), Objects.requireNonNullElse(field.getValue(), ""));
        }
        return console.answer(new ConsoleRequest(
                request.getMethod(), decoded(below), request.getHttpURI().getQuery(), headers, body));
    }

    private static String decoded(String path) {
        try {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return path;
        }
    }

    private static void send(Request request, Response response, Callback callback, ConsoleResponse answer) {
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        boolean head = request.getMethod().equals("HEAD");
        if (head) {
            // Without it, the server counts what is written, which is nothing.
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.body().length);
        }
        response.write(true, ByteBuffer.wrap(head ? new byte[0] : answer.body()), callback);
    }
}
