// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Filled;
import dev.rehydrate.cli.terminal.Terminal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of what changes instances: who asks for it and why, and whether a person is asked before. */
final class ChangeOptions {

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it goes into the audit log. Required.")
    private @Nullable String reason;

    @Option(
            names = "--actor",
            paramLabel = "NAME",
            preprocessor = Filled.class,
            description = "Who asks, for the audit log; default the user of this process.")
    private @Nullable String actor;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    /** {@return what has to be given before anything is changed, if it is missing} */
    Optional<String> missing(Terminal terminal) {
        if (reason == null || reason.isBlank()) {
            return Optional.of("this needs a --reason: it goes into the audit log");
        }
        return yes || terminal.isInteractive()
                ? Optional.empty()
                : Optional.of("this is not a terminal on which you can be asked: give --yes");
    }

    boolean isAsked() {
        return !yes;
    }

    String reason() {
        return String.valueOf(reason);
    }

    String actor() {
        return actor != null ? actor : "cli:" + System.getProperty("user.name");
    }
}
