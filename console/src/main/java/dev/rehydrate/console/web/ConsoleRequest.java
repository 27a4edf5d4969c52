// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.web;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request, as the server of the application has received it.
 *
 * @param method such as {@code GET}
 * @param path the path below the place where the console is mounted, percent-decoded; begins with a slash
 * @param query the query as it was sent, without the question mark, or null
 * @param headers the first value of each header; names in any case
 * @param body the body, at most {@value #MAX_BODY} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // Bodies are passed on, and never compared.
public record ConsoleRequest(
        String method, String path, @Nullable String query, Map<String, String> headers, byte[] body) {

    /** The largest body that a server shall pass on. */
    public static final int MAX_BODY = 64 * 1024;

    /** Copies the map, with names in lower case. */
    public ConsoleRequest {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        Map<String, String> copy = new TreeMap<>();
        headers.forEach((name, value) -> copy.put(name.toLowerCase(Locale.ROOT), value));
        headers = Map.copyOf(copy);
        Objects.requireNonNull(body, "body");
    }

    /**
     * Returns a header.
     *
     * @param name its name, in lower case
     * @return its first value, or empty
     */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /**
     * Returns a cookie.
     *
     * @param name its name
     * @return its value, or empty
     */
    public Optional<String> cookie(String name) {
        for (String each : header("cookie").orElse("").split(";", -1)) {
            String[] pair = each.strip().split("=", 2);
            if (pair.length == 2 && pair[0].equals(name)) {
                return Optional.of(pair[1]);
            }
        }
        return Optional.empty();
    }

    /**
     * Reads the query.
     *
     * @return its parameters
     * @throws IllegalArgumentException if one cannot be decoded; the message is for people
     */
    public Parameters parameters() {
        return Parameters.parse(query);
    }

    /**
     * Reads the form in the body.
     *
     * @return its fields
     * @throws IllegalArgumentException if one cannot be decoded; the message is for people
     */
    public Parameters form() {
        return Parameters.parse(new String(body, StandardCharsets.UTF_8));
    }
}
