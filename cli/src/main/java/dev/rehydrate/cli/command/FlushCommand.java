// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets a farm with write-behind write what it has acknowledged. */
@Command(
        name = "flush",
        description =
                "Write to the database of a farm with write-behind what is acknowledged and not there yet, and wait"
                        + " for it: before a backup of the database, or a stop of all members that is not orderly.",
        mixinStandardHelpOptions = true)
public final class FlushCommand extends StoreCommand {

    @Option(names = "--timeout", paramLabel = "TIME", description = "How long to wait; default 30s.")
    private Duration timeout = Duration.ofSeconds(30);

    /**
     * Makes the command.
     *
     * @param connection where the farm is
     */
    public FlushCommand(Connection connection) {
        super(connection);
    }

    @Override
    int run(InstanceStore store) {
        if (!(store instanceof HazelcastInstanceStore farm)) {
            say("There is nothing to write: this is no farm, and a store in a database writes before it acknowledges.");
            return ExitCode.REFUSED;
        }
        farm.flush(timeout);
        if (isJson()) {
            print(Json.object().put("flushed", true));
        } else {
            say("All that was acknowledged before is in the database.");
        }
        return ExitCode.DONE;
    }
}
