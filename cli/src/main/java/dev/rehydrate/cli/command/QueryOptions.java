// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Filled;
import dev.rehydrate.cli.connect.OnlyAttached;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.operations.query.InstanceFilter;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say which instances are meant. All conditions must hold. */
final class QueryOptions {

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            preprocessor = Filled.class,
            description = "A condition; see docs/cli.md. May be repeated.")
    private List<String> where = List.of();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            preprocessor = Filled.class,
            description = "initialized, uninitialized or completed. May be repeated: any of them.")
    private List<String> states = List.of();

    @Option(
            names = "--definition",
            paramLabel = "NAME",
            preprocessor = Filled.class,
            description = "The name of the definition, in all versions. May be repeated: any of them.")
    private List<String> definitions = List.of();

    @Option(
            names = "--host-type",
            paramLabel = "TYPE",
            preprocessor = Filled.class,
            description = "The host type. May be repeated: any of them.")
    private List<String> hostTypes = List.of();

    @Option(
            names = "--holder",
            paramLabel = "OWNER",
            preprocessor = Filled.class,
            description = "Held by this owner, also by one that has expired. May be repeated: any of them.")
    private List<String> holders = List.of();

    @Option(
            names = "--suspended",
            paramLabel = "yes|no",
            arity = "0..1",
            fallbackValue = OnlyAttached.YES,
            preprocessor = AttachedAndFilled.class,
            description = "Suspended, or with '=no' not suspended. May be repeated: any of them.")
    private List<String> suspended = List.of();

    @Option(
            names = "--due-before",
            paramLabel = "TIME",
            preprocessor = Filled.class,
            description =
                    "Due before 2026-11-22T12:00:00Z, now, -1h or now+30m. May be repeated, as all times: all must hold.")
    private List<String> dueBefore = List.of();

    @Option(names = "--due-after", paramLabel = "TIME", preprocessor = Filled.class, description = "Due later.")
    private List<String> dueAfter = List.of();

    @Option(
            names = "--created-before",
            paramLabel = "TIME",
            preprocessor = Filled.class,
            description = "Created before.")
    private List<String> createdBefore = List.of();

    @Option(names = "--created-after", paramLabel = "TIME", preprocessor = Filled.class, description = "Created later.")
    private List<String> createdAfter = List.of();

    @Option(
            names = "--updated-before",
            paramLabel = "TIME",
            preprocessor = Filled.class,
            description = "Last changed before.")
    private List<String> updatedBefore = List.of();

    @Option(
            names = "--updated-after",
            paramLabel = "TIME",
            preprocessor = Filled.class,
            description = "Last changed later.")
    private List<String> updatedAfter = List.of();

    boolean isGiven() {
        return words().values().stream().anyMatch(given -> !given.isEmpty());
    }

    /**
     * The query for these conditions, uncounted, in the order of ids.
     *
     * @throws IllegalArgumentException if one cannot be read; the message is for people
     */
    InstanceQuery.Builder query(Instant now) {
        Map<String, List<String>> words = words();
        return InstanceFilter.read(word -> words.getOrDefault(word, List.of()), now);
    }

    private Map<String, List<String>> words() {
        Map<String, List<String>> words = new HashMap<>();
        words.put(InstanceFilter.WHERE, where);
        words.put(InstanceFilter.STATE, states);
        words.put(InstanceFilter.DEFINITION, definitions);
        words.put(InstanceFilter.HOST_TYPE, hostTypes);
        words.put(InstanceFilter.HOLDER, holders);
        words.put(InstanceFilter.SUSPENDED, suspended);
        words.put(InstanceFilter.DUE_BEFORE, dueBefore);
        words.put(InstanceFilter.DUE_AFTER, dueAfter);
        words.put(InstanceFilter.CREATED_BEFORE, createdBefore);
        words.put(InstanceFilter.CREATED_AFTER, createdAfter);
        words.put(InstanceFilter.UPDATED_BEFORE, updatedBefore);
        words.put(InstanceFilter.UPDATED_AFTER, updatedAfter);
        return words;
    }
}
