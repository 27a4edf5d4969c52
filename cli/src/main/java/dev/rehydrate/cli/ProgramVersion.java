// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this program, which the build writes into a resource, so that it is known outside a jar too. */
final class ProgramVersion {

    private ProgramVersion() {}

    static String text() {
        try (InputStream resource = ProgramVersion.class.getResourceAsStream("version.txt")) {
            if (resource == null) {
                throw new IllegalStateException("the program is built without its version.txt");
            }
            return "rehydrate " + new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
