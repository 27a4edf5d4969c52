// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.Table;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.store.InstanceStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Lists messages that wait with instances: of those that are named, or of a page of instances.
 *
 * @param <M> what a message is
 */
abstract class MessagesCommand<M> extends StoreCommand {

    private static final int MOST = 200;

    @Parameters(paramLabel = "ID", arity = "0..*", description = "The instances; without them all are looked through.")
    private List<String> given = List.of();

    private List<InstanceId> ids = List.of();

    @Option(names = "--dead", description = "Dead letters only.")
    private boolean deadOnly;

    @Mixin
    private final PageOptions page = new PageOptions(MOST);

    MessagesCommand(Connection connection) {
        super(connection);
    }

    /**
     * Which instances to look into if none is named.
     *
     * @throws IllegalArgumentException if a condition cannot be read; the message is for people
     */
    abstract InstanceQuery.Builder query(Instant now);

    /** Whether it was said by conditions which instances are meant. */
    abstract boolean hasConditions();

    /** Where the messages of an instance that was named are. */
    abstract InstanceId placeOf(InstanceId named);

    /** Whether nothing is wrong if nothing is stored where the messages of an instance that was named would be. */
    abstract boolean isWellWithout(InstanceId place);

    abstract List<M> in(StoredInstance instance);

    abstract boolean isDead(M message);

    /** Prints all messages that were found. */
    abstract void print(List<M> messages, Table table);

    abstract List<String> columns();

    @Override
    void check() {
        ids = ids(given);
        page.check();
        if (!ids.isEmpty()) {
            page.refuseWith("ids");
        }
        if (!ids.isEmpty() && hasConditions()) {
            throw usage("say which instances: their ids, or conditions such as --definition, not both");
        }
        if (ids.isEmpty()) {
            var unused = page.of(() -> query(connection.time().instant()));
        }
    }

    @Override
    int run(InstanceStore store) {
        StoreReader reader = new StoreReader(store, null);
        List<M> messages = new ArrayList<>();
        boolean isWhole = true;
        for (InstanceId id : places(store, reader)) {
            isWhole &= read(reader, id, messages);
        }
        Table table = new Table(columns());
        print(messages, table);
        if (!isJson()) {
            table.print(terminal().out());
        }
        return isWhole ? done() : ExitCode.REFUSED;
    }

    /** A place that cannot be read keeps no message of the others back. */
    private boolean read(StoreReader reader, InstanceId place, List<M> messages) {
        try {
            Optional<StoredInstance> stored = reader.stored(place);
            if (stored.isEmpty()) {
                return ids.isEmpty() || isWellWithout(place);
            }
            in(stored.get()).stream()
                    .filter(message -> !deadOnly || isDead(message))
                    .forEach(messages::add);
            Optional<String> problem = stored.get().problem();
            problem.ifPresent(why -> sayUnreadable(place, why));
            return problem.isEmpty();
        } catch (CorruptRecordException damaged) {
            sayUnreadable(place, SafeText.line(damaged.getMessage()));
            return false;
        }
    }

    private void sayUnreadable(InstanceId place, String why) {
        say("The messages of instance " + place + " cannot be read: " + why);
    }

    private List<InstanceId> places(InstanceStore store, StoreReader reader) {
        if (!ids.isEmpty()) {
            return ids.stream().map(this::placeOf).toList();
        }
        InstanceQuery query = page.of(() -> query(store.now()));
        InstancePage found = reader.list(query);
        lookForGap(found);
        PageOptions.next(query, found)
                .ifPresent(option -> say("Looked into " + page.limit() + " instances; there may be more: " + option));
        return found.entries().stream().map(entry -> entry.header().id()).toList();
    }
}
