// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.operations.action.Action;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends instances. The command line has no definitions, so the operator says what becomes of them. */
@Command(mixinStandardHelpOptions = true)
public final class TerminateCommand extends ActionCommand {

    @Option(
            names = "--then-delete",
            description =
                    "Delete it when it has ended; without this it is kept with its keys, whatever its definition says.")
    private boolean thenDelete;

    /**
     * Makes the command.
     *
     * @param connection where the instances are
     */
    public TerminateCommand(Connection connection) {
        super(connection, Action.TERMINATE);
    }

    @Override
    CompletionAction atEnd() {
        return thenDelete ? CompletionAction.DELETE : CompletionAction.KEEP;
    }

    @Override
    public String effect() {
        return "It ends as failed in its last saved state, and is "
                + (thenDelete ? "deleted" : "kept with its keys unless --then-delete is given")
                + "; its unsent messages are sent first. This cannot be undone.";
    }
}
