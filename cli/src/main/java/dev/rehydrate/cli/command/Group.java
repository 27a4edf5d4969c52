// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has others below it. */
@Command(mixinStandardHelpOptions = true, synopsisSubcommandLabel = "COMMAND")
public final class Group implements Runnable {

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public void run() {
        if (spec != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "say which command: " + String.join(", ", spec.subcommands().keySet()));
        }
    }
}
