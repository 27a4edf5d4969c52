// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example.plain;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rehydrate.example.Notes;
import dev.rehydrate.host.WorkflowHost;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** The routes of the plain application, as the controller is for Spring. */
final class PlainRoutes {

    private static final String NOTES = "/notes/";

    private final WorkflowHost host;
    private final BooleanSupplier ready;

    PlainRoutes(WorkflowHost host, BooleanSupplier ready) {
        this.host = host;
        this.ready = ready;
    }

    void addTo(HttpServer server) {
        server.createContext(NOTES, this::note);
        server.createContext("/health", exchange -> reply(exchange, ready.getAsBoolean() ? 200 : 503, ""));
    }

    private void note(HttpExchange exchange) throws IOException {
        String note = exchange.getRequestURI().getPath().substring(NOTES.length());
        String line = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        try {
            Object answer = exchange.getRequestMethod().equals("POST")
                    ? host.call(Notes.WRITE, new Notes.Write(note, line))
                            .replyOrThrow()
                            .reply()
                    : host.call(Notes.READ, new Notes.Read(note)).replyOrThrow().reply();
            reply(exchange, 200, String.valueOf(answer));
        } catch (RuntimeException failed) {
            reply(exchange, 500, String.valueOf(failed.getMessage()));
        }
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
