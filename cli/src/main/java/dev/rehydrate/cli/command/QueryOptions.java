// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.operations.reading.QueryTexts;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which instances are meant. All conditions must hold. */
final class QueryOptions {

    @Option(names = "--where", paramLabel = "CONDITION", description = "A condition; see docs/cli.md. May be repeated.")
    private List<String> where = List.of();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "initialized, uninitialized or completed. May be repeated: any of them.")
    private List<String> states = List.of();

    @Option(names = "--definition", paramLabel = "NAME", description = "The name of the definition, in all versions.")
    private @Nullable String definition;

    @Option(names = "--host-type", paramLabel = "TYPE", description = "The host type.")
    private @Nullable String hostType;

    @Option(names = "--holder", paramLabel = "OWNER", description = "Held by this owner, also by one that has expired.")
    private @Nullable String holder;

    @Option(
            names = "--suspended",
            paramLabel = "yes|no",
            arity = "0..1",
            fallbackValue = "yes",
            description = "Suspended, or with 'no' not suspended.")
    private @Nullable String suspended;

    @Option(
            names = "--due-before",
            paramLabel = "TIME",
            description = "Due before 2026-11-22T12:00:00Z, now, now-1h or now+30m.")
    private @Nullable String dueBefore;

    @Option(names = "--due-after", paramLabel = "TIME", description = "Due later.")
    private @Nullable String dueAfter;

    @Option(names = "--created-before", paramLabel = "TIME", description = "Created before.")
    private @Nullable String createdBefore;

    @Option(names = "--created-after", paramLabel = "TIME", description = "Created later.")
    private @Nullable String createdAfter;

    @Option(names = "--updated-before", paramLabel = "TIME", description = "Last changed before.")
    private @Nullable String updatedBefore;

    @Option(names = "--updated-after", paramLabel = "TIME", description = "Last changed later.")
    private @Nullable String updatedAfter;

    boolean isGiven() {
        return !where.isEmpty()
                || !states.isEmpty()
                || Stream.of(definition, hostType, holder, suspended).anyMatch(Objects::nonNull)
                || Stream.of(dueBefore, dueAfter, createdBefore, createdAfter, updatedBefore, updatedAfter)
                        .anyMatch(Objects::nonNull);
    }

    /**
     * The query for these conditions, uncounted, in the order of ids.
     *
     * @throws IllegalArgumentException if one cannot be read; the message is for people
     */
    InstanceQuery.Builder query(Instant now) {
        InstanceQuery.Builder query = InstanceQuery.builder().uncounted();
        where.forEach(condition -> query.where(WhereParser.parse(condition, now)));
        if (!states.isEmpty()) {
            query.where(Columns.STATE.in(states.stream().map(QueryTexts::state).toList()));
        }
        if (definition != null) {
            query.ofDefinition(definition);
        }
        if (hostType != null) {
            query.ofHostType(hostType);
        }
        if (holder != null) {
            query.heldBy(QueryTexts.owner(holder));
        }
        if (suspended != null) {
            query.where(WhereParser.parse("suspended = " + suspended, now));
        }
        times(query, now);
        return query;
    }

    private void times(InstanceQuery.Builder query, Instant now) {
        before(query, "due", dueBefore, now);
        after(query, "due", dueAfter, now);
        before(query, "created", createdBefore, now);
        after(query, "created", createdAfter, now);
        before(query, "updated", updatedBefore, now);
        after(query, "updated", updatedAfter, now);
    }

    private static void before(InstanceQuery.Builder query, String column, @Nullable String time, Instant now) {
        if (time != null) {
            query.where(WhereColumn.of(column, now).compared("<", time));
        }
    }

    private static void after(InstanceQuery.Builder query, String column, @Nullable String time, Instant now) {
        if (time != null) {
            query.where(WhereColumn.of(column, now).compared(">", time));
        }
    }
}
