// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.console.web.ConsoleRequest;
import dev.rehydrate.console.web.ConsoleResponse;
import dev.rehydrate.console.web.Parameters;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/** The page on which a document is written, the farm is watched live, and nodes are killed and brought back. */
final class FarmPage extends Handler.Abstract {

    static final String PATH = "/farm";

    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NO_SUCH_METHOD = 405;
    private static final int TOO_LARGE = 413;
    private static final int UNAVAILABLE = 503;
    private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost");
    private static final Set<String> READING = Set.of("GET", "HEAD");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ServedFarm farm;
    private final EventStreams streams;
    private final Typing typing;

    FarmPage(ServedFarm farm, EventStreams streams, Typing typing) {
        this.farm = farm;
        this.streams = streams;
        this.typing = typing;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Objects.requireNonNullElse(request.getHttpURI().getPath(), "");
        if (!path.equals(PATH) && !path.startsWith(PATH + "/")) {
            return false;
        }
        if (!isFromHere(request)) {
            send(response, callback, said(FORBIDDEN, "this page takes nothing from other pages"));
        } else if (request.getMethod().equals("POST")) {
            Content.Source.asByteArrayAsync(
                    request,
                    ConsoleRequest.MAX_BODY,
                    Promise.Invocable.from(
                            Invocable.InvocationType.BLOCKING,
                            body -> send(response, callback, changed(path, body)),
                            failure -> send(response, callback, said(TOO_LARGE, "the text is too large"))));
        } else if (!READING.contains(request.getMethod())) {
            send(
                    response,
                    callback,
                    said(NO_SUCH_METHOD, "this page takes GET and POST").with("Allow", "GET, HEAD, POST"));
        } else if (path.equals(PATH + "/events")) {
            stream(request, response, callback);
        } else {
            send(response, callback, shown(path));
        }
        return true;
    }

    /** A page elsewhere must neither kill nodes nor read documents, not even by a name that leads to this address. */
    private static boolean isFromHere(Request request) {
        String site = request.getHeaders().get("Sec-Fetch-Site");
        boolean sameSite = site == null || site.equals("same-origin") || site.equals("none");
        return HOSTS.contains(Request.getServerName(request))
                && (request.getMethod().equals("GET") || sameSite);
    }

    private void stream(Request request, Response response, Callback callback) {
        if (request.getMethod().equals("HEAD")) {
            send(response, callback, ConsoleResponse.of(200, EventStreams.MEDIA_TYPE, new byte[0]));
            return;
        }
        String last = request.getHeaders().get("Last-Event-ID");
        long after = last == null || !last.matches("\\d{1,18}") ? 0 : Long.parseLong(last);
        if (!streams.open(response, callback, after)) {
            send(response, callback, said(UNAVAILABLE, EventStreams.MOST + " pages are open already"));
        }
    }

    private static ConsoleResponse shown(String path) {
        return switch (path) {
            case PATH -> ConsoleResponse.of(200, HTML, resource("farm.html"));
            case PATH + "/farm.js" -> ConsoleResponse.of(200, SCRIPT, resource("farm.js"));
            default -> said(404, "there is nothing at this address");
        };
    }

    private ConsoleResponse changed(String path, byte[] body) {
        Parameters form;
        try {
            form = Parameters.parse(new String(body, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException notEncoded) {
            return said(BAD_REQUEST, String.valueOf(notEncoded.getMessage()));
        }
        String node = form.find("node").orElse("");
        try {
            switch (path) {
                case PATH + "/write" -> {
                    return json(typing.write(
                            form.find("document").orElse("my document"), String.join("", form.all("text")), node));
                }
                case PATH + "/kill" -> farm.kill(node);
                case PATH + "/start" -> farm.start(node);
                default -> {
                    return said(404, "nothing can be sent to this address");
                }
            }
            return form.find("script").isPresent() ? said(200, "done") : ConsoleResponse.seeOther(PATH);
        } catch (IOException failure) {
            return said(UNAVAILABLE, String.valueOf(failure.getMessage()));
        }
    }

    static ConsoleResponse said(int status, String detail) {
        ObjectNode json = JSON.createObjectNode()
                .put("status", status)
                .put("saved", false)
                .put("detail", detail);
        return ConsoleResponse.of(status, "application/json", json.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static ConsoleResponse json(ObjectNode json) {
        return ConsoleResponse.of(200, "application/json", json.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] resource(String name) {
        try (InputStream resource = FarmPage.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(resource, name).readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static void send(Response response, Callback callback, ConsoleResponse answer) {
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(answer.body()), callback);
    }
}
