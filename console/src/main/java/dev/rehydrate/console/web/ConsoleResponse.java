// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.web;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A response, for the server of the application to send.
 *
 * @param status the HTTP status
 * @param headers one value for each header
 * @param body the body
 */
@SuppressWarnings("ArrayRecordComponent") // Bodies are passed on, and never compared.
public record ConsoleResponse(int status, Map<String, String> headers, byte[] body) {

    private static final Map<String, String> SAFE = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self';"
                    + " base-uri 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin");

    /** Copies the map. */
    public ConsoleResponse {
        headers = Map.copyOf(headers);
        Objects.requireNonNull(body, "body");
    }

    /**
     * A page. It is not kept by any cache, and may load nothing but from where it came.
     *
     * @param status the HTTP status
     * @param html the page
     * @return the response
     */
    public static ConsoleResponse html(int status, String html) {
        return of(status, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8))
                .with("Cache-Control", "no-store");
    }

    /**
     * Content of any type.
     *
     * @param status the HTTP status
     * @param type its media type
     * @param content the content
     * @return the response
     */
    public static ConsoleResponse of(int status, String type, byte[] content) {
        return new ConsoleResponse(status, SAFE, content).with("Content-Type", type);
    }

    /**
     * Sends the browser on, with GET.
     *
     * @param location where
     * @return the response
     */
    public static ConsoleResponse seeOther(String location) {
        return new ConsoleResponse(303, SAFE, new byte[0]).with("Location", location);
    }

    /**
     * The same with one more header.
     *
     * @param name its name
     * @param value its value, without line breaks
     * @return a copy
     */
    public ConsoleResponse with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new ConsoleResponse(status, more, body);
    }
}
