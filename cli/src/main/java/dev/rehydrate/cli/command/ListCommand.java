// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.connect.Filled;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.Table;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.operations.query.ListOrder;
import dev.rehydrate.operations.reading.QueryTexts;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.store.InstanceStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists instances. */
@Command(name = "list", description = "List instances that meet conditions.", mixinStandardHelpOptions = true)
public final class ListCommand extends StoreCommand {

    private static final int DEFAULT_LIMIT = 50;

    @Mixin
    private final QueryOptions conditions = new QueryOptions();

    @Option(
            names = "--sort",
            paramLabel = "NAME",
            preprocessor = Filled.class,
            description =
                    "Sort by created, due, updated (which no store has an index for: each page reads all that meet the"
                            + " conditions) or a promoted value; without it by id.")
    private @Nullable String sort;

    @Option(names = "--descending", description = "The largest first.")
    private boolean descending;

    @Mixin
    private final PageOptions page = new PageOptions(DEFAULT_LIMIT);

    @Option(names = "--all", description = "List all pages, each of --limit instances.")
    private boolean all;

    @Option(names = "--count", description = "Only count, which costs a look at each match.")
    private boolean count;

    /**
     * Makes the command.
     *
     * @param connection where the instances are
     */
    public ListCommand(Connection connection) {
        super(connection);
    }

    @Override
    void check() {
        page.check();
        if (count) {
            page.refuseWith("--count");
        }
        if (count && (all || sort != null)) {
            throw usage("--count lists nothing: leave out --all and --sort");
        }
        if (descending && sort == null) {
            throw usage("--descending needs --sort: the order of ids has one direction");
        }
        var unused = query(connection.time().instant());
    }

    @Override
    int run(InstanceStore store) {
        InstanceQuery first = query(store.now());
        if (count) {
            long total = store.commands().count(first);
            if (isJson()) {
                print(Json.object().put("count", total));
            } else {
                terminal().out().println(total);
            }
            return ExitCode.DONE;
        }
        StoreReader reader = new StoreReader(store, null);
        InstanceQuery query = first;
        InstancePage found = reader.list(query);
        show(found, query.sortBy());
        while (all && query.following(found).isPresent() && !terminal().out().checkError()) {
            query = query.following(found).get();
            found = reader.list(query);
            show(found, query.sortBy());
        }
        PageOptions.next(query, found).ifPresent(options -> say("There may be more: " + options));
        return done();
    }

    private InstanceQuery query(Instant now) {
        return page.of(() -> {
            InstanceQuery.Builder query = conditions.query(now);
            return sort == null ? query : query.sortBy(ListOrder.read(sort), descending);
        });
    }

    private void show(InstancePage found, @Nullable Subject sortedBy) {
        lookForGap(found);
        if (isJson()) {
            found.entries().forEach(entry -> {
                ObjectNode object = Json.entry(entry);
                object.put(
                        "after",
                        QueryTexts.place(
                                entry.header().id(),
                                sortedBy == null ? null : sortedBy.in(entry.header(), entry.promoted())));
                print(object);
            });
            return;
        }
        SortedSet<String> promoted = new TreeSet<>();
        found.entries().forEach(entry -> promoted.addAll(entry.promoted().keySet()));
        List<String> columns =
                new ArrayList<>(List.of("INSTANCE", "STATUS", "DEFINITION", "DUE", "CREATED", "UPDATED"));
        columns.addAll(promoted);
        Table table = new Table(columns);
        found.entries().forEach(entry -> {
            InstanceHeader header = entry.header();
            List<@Nullable Object> cells = new ArrayList<>();
            cells.add(header.id());
            cells.add(Words.state(header));
            cells.add(header.definition());
            cells.add(header.dueAt());
            cells.add(header.createdAt());
            cells.add(header.updatedAt());
            promoted.forEach(
                    name -> cells.add(Optional.ofNullable(entry.promoted().get(name))
                            .map(QueryTexts::shown)
                            .orElse(null)));
            table.row(cells.toArray());
        });
        table.print(terminal().out());
    }
}
