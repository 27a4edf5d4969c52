// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.Table;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists what instances have sent and no sink has taken. */
@Command(
        name = "outbox",
        description = "List messages that instances have sent and no sink has taken, dead letters included.",
        mixinStandardHelpOptions = true)
public final class OutboxCommand extends MessagesCommand<UnsentMessage> {

    @Mixin
    private final QueryOptions conditions = new QueryOptions();

    /**
     * Makes the command.
     *
     * @param connection where the instances are
     */
    public OutboxCommand(Connection connection) {
        super(connection);
    }

    @Override
    InstanceQuery.Builder query(Instant now) {
        return conditions.query(now);
    }

    @Override
    boolean hasConditions() {
        return conditions.isGiven();
    }

    @Override
    InstanceId placeOf(InstanceId named) {
        return named;
    }

    @Override
    boolean isWellWithout(InstanceId place) {
        say("There is no instance " + place + ".");
        return false;
    }

    @Override
    List<UnsentMessage> in(StoredInstance instance) {
        return instance.outbox();
    }

    @Override
    boolean isDead(UnsentMessage message) {
        return message.isDead();
    }

    @Override
    List<String> columns() {
        return List.of("INSTANCE", "NUMBER", "DESTINATION", "STATE", "ATTEMPTS", "AT", "PROBLEM");
    }

    @Override
    void print(List<UnsentMessage> messages, Table table) {
        for (UnsentMessage message : messages) {
            if (isJson()) {
                print(InstanceJson.of(message));
            } else {
                table.row(
                        message.instance(),
                        message.number(),
                        message.destination(),
                        message.isDead() ? "dead" : "waiting",
                        message.attempts(),
                        message.at(),
                        message.problem().orElse(null));
            }
        }
    }
}
