// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs commands of the machine. */
final class Shell {

    private Shell() {}

    /**
     * Runs a command and waits for its end.
     *
     * @throws IllegalStateException if it fails, with what it said
     */
    static void run(String... command) {
        String trouble = trouble(command);
        if (!trouble.isEmpty()) {
            throw new IllegalStateException(trouble);
        }
    }

    /** Runs a command that may fail, because there is nothing for it to do. */
    static void attempt(String... command) {
        var unused = trouble(command);
    }

    private static String trouble(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            return code == 0 ? "" : List.of(command) + " ended with " + code + ": " + said.strip();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
