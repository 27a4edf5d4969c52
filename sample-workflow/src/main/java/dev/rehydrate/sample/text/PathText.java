// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.text;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads the value of an argument that is a path. */
public final class PathText {

    private PathText() {}

    /**
     * Reads a path.
     *
     * @param argument the name of the argument, such as {@code --data}
     * @param text its value
     * @return the path
     * @throws IllegalArgumentException if the value is blank, which would mean the working directory, or no path; the message is for
     *     people
     */
    public static Path read(String argument, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(argument + " needs a path, as in " + argument + "=target/mine");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException notAPath) {
            throw new IllegalArgumentException(argument + " is no path: " + notAPath.getReason(), notAPath);
        }
    }
}
