// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.Table;
import dev.rehydrate.cli.transfer.JsonFields;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.operations.reading.OwnerWatch;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.inspection.OwnerSighting;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists owners with their leases. */
@Command(
        name = "owners",
        description = "List the owners of the farm: hosts, stores and tools, with their leases.",
        mixinStandardHelpOptions = true)
public final class OwnersCommand extends StoreCommand {

    @Option(
            names = "--watch",
            paramLabel = "TIME",
            description =
                    "Watch the heartbeats for up to this long, such as 30s, to tell who lives. Without it an owner"
                            + " that is not known to have expired or retired is 'unwatched'.")
    private Duration watch = Duration.ZERO;

    /**
     * Makes the command.
     *
     * @param connection where the owners are
     */
    public OwnersCommand(Connection connection) {
        super(connection);
    }

    @Override
    int run(InstanceStore store) {
        StoreReader reader = new StoreReader(store, null);
        Set<OwnerId> all = reader.owners().stream().map(OwnerSighting::id).collect(Collectors.toSet());
        Set<OwnerId> unknown = new OwnerWatch(reader, connection.time()).await(all, watch);
        List<OwnerSighting> owners = reader.owners();
        if (isJson()) {
            owners.forEach(owner -> print(json(owner, state(owner, unknown))));
            return ExitCode.DONE;
        }
        Table table = new Table(List.of("OWNER", "STATE", "HOST TYPE", "LEASE", "DEFINITIONS"));
        owners.forEach(owner -> table.row(
                Words.owner(owner),
                state(owner, unknown),
                owner.description().hostType(),
                Words.duration(owner.lease()),
                owner.description().definitions().identities().stream()
                        .map(DefinitionIdentity::toString)
                        .sorted()
                        .collect(Collectors.joining(", "))));
        table.print(terminal().out());
        return ExitCode.DONE;
    }

    private static String state(OwnerSighting owner, Set<OwnerId> unknown) {
        return !owner.expired() && unknown.contains(owner.id()) ? "unwatched" : Words.life(owner);
    }

    private static ObjectNode json(OwnerSighting owner, String state) {
        ObjectNode object = Json.object();
        JsonFields.put(object, "id", owner.id());
        object.put("state", state);
        object.put("hostType", owner.description().hostType());
        object.put("leaseMillis", owner.lease().toMillis());
        ObjectNode published = object.putObject("published");
        owner.description().published().forEach(published::put);
        ArrayNode definitions = object.putArray("definitions");
        owner.description().definitions().identities().stream()
                .map(DefinitionIdentity::toString)
                .sorted()
                .forEach(definitions::add);
        return object;
    }
}
