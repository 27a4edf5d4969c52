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

    /**
     * Runs a command and waits for its end.
     *
     * @return what it said, without blanks around it
     * @throws IllegalStateException if it fails, with what it said
     */
    static String answer(String... command) {
        Said said = said(command);
        if (said.code() != 0) {
            throw new IllegalStateException(said.trouble(command));
        }
        return said.text();
    }

    /** How a command ended. */
    private record Said(int code, String text) {

        String trouble(String... command) {
            return code == 0 ? "" : List.of(command) + " ended with " + code + ": " + text;
        }
    }

    private static String trouble(String... command) {
        return said(command).trouble(command);
    }

    private static Said said(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(process.waitFor(), text.strip());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
