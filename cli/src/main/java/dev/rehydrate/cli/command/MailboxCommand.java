// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.Table;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.host.PostedMessage;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.instance.InstanceId;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Lists what was posted to instances and is not delivered. */
@Command(
        name = "mailbox",
        description = "List messages that were posted to instances and are not delivered, dead letters included.",
        mixinStandardHelpOptions = true)
public final class MailboxCommand extends MessagesCommand<PostedMessage> {

    /**
     * Makes the command.
     *
     * @param connection where the instances are
     */
    public MailboxCommand(Connection connection) {
        super(connection);
    }

    @Override
    InstanceQuery.Builder query(Instant now) {
        return InstanceQuery.builder().uncounted().ofDefinition(StoredInstance.MAILBOX);
    }

    @Override
    boolean hasConditions() {
        return false;
    }

    @Override
    InstanceId placeOf(InstanceId named) {
        return StoredInstance.mailboxOf(named);
    }

    /** A mailbox is there only while messages wait, also for an instance that does not exist. */
    @Override
    boolean isWellWithout(InstanceId place) {
        return true;
    }

    @Override
    List<PostedMessage> in(StoredInstance instance) {
        return instance.messages();
    }

    @Override
    boolean isDead(PostedMessage message) {
        return message.state() == PostedMessage.State.DEAD;
    }

    @Override
    List<String> columns() {
        return List.of("MAILBOX", "MESSAGE", "OPERATION", "STATE", "DELIVERIES", "POSTED", "PROBLEM");
    }

    @Override
    void print(List<PostedMessage> messages, Table table) {
        for (PostedMessage message : messages) {
            if (isJson()) {
                print(InstanceJson.of(message));
            } else {
                table.row(
                        message.mailbox(),
                        message.id(),
                        message.operation(),
                        message.state().name().toLowerCase(Locale.ROOT),
                        message.deliveries(),
                        message.postedAt(),
                        message.problem().orElse(null));
            }
        }
    }
}
