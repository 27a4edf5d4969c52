// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import dev.rehydrate.console.web.ConsoleResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** What the pages load: a style sheet, a script and an icon. */
final class Assets {

    private static final Map<String, String> TYPES = Map.of(
            "/console.css", "text/css; charset=utf-8",
            "/console.js", "text/javascript; charset=utf-8",
            "/icon.svg", "image/svg+xml");

    private Assets() {}

    static Optional<ConsoleResponse> find(String path) {
        return Optional.ofNullable(TYPES.get(path))
                .map(type -> ConsoleResponse.of(200, type, content(path)).with("Cache-Control", "max-age=300"));
    }

    private static byte[] content(String path) {
        try (InputStream resource = Assets.class.getResourceAsStream(path.substring(1))) {
            if (resource == null) {
                throw new IllegalStateException("the jar of the console lacks " + path);
            }
            return resource.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
