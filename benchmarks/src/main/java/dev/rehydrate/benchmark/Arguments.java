// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a run was told.
 *
 * @param sections which sections
 * @param topologies which topologies
 * @param groups which groups of rows; empty for all but those of 4 MB
 * @param pace how long
 * @param results where the results go
 * @param ratios where the last ratio of each row is kept, or null
 * @param jvm further options of the processes that measure
 */
record Arguments(
        List<Section> sections,
        List<Topology> topologies,
        List<String> groups,
        Pace pace,
        Path results,
        @Nullable Path ratios,
        List<String> jvm) {

    private static final Set<String> NAMES =
            Set.of("sections", "topologies", "groups", "pace", "rounds", "results", "ratios", "jvm");

    static final String USAGE = """
            sections=commands,...       what to measure; of commands footprint residents farm
                                        database rows timers hosts wide recorder rested start; all unless given
            topologies=one,two,client   where to measure commands, wide and rested; all unless given
            groups=save,load,...        which commands; of save load create save256 load256 create256 header crowd
                                        life save4m load4m; all but the last two unless given
            pace=short|standard         five rounds of 0.25 s, or eleven of 0.5 s
            rounds=N                    another number of rounds
            results=FILE                where the results go; results/<date>-<time>.csv unless given
            ratios=FILE                 a table with the last ratio of each row, which this run renews; none unless given
            jvm=OPTION                  a further option for the JVM that measures; may be repeated
            """;

    /**
     * Reads what was given as {@code name=value}.
     *
     * @param args the arguments
     * @return what they say
     * @throws IllegalArgumentException if one is not known
     */
    static Arguments parse(List<String> args) {
        Map<String, List<String>> given = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0 || !NAMES.contains(arg.substring(0, equals))) {
                throw new IllegalArgumentException("not understood: '" + arg + "'\n" + USAGE);
            }
            given.computeIfAbsent(arg.substring(0, equals), first -> new ArrayList<>())
                    .add(arg.substring(equals + 1));
        }
        return new Arguments(
                all(given, "sections", Arguments::section, List.of(Section.values())),
                all(given, "topologies", Topology::labelled, List.of(Topology.values())),
                all(given, "groups", group -> group, List.of()),
                pace(given),
                last(given, "results").map(Path::of).orElseGet(Arguments::dated),
                last(given, "ratios").map(Path::of).orElse(null),
                given.getOrDefault("jvm", List.of()));
    }

    private static <T> List<T> all(
            Map<String, List<String>> given, String name, Function<String, T> read, List<T> otherwise) {
        return last(given, name)
                .map(value -> Arrays.stream(value.split(",", -1)).map(read).toList())
                .orElse(otherwise);
    }

    private static Optional<String> last(Map<String, List<String>> given, String name) {
        List<String> values = given.getOrDefault(name, List.of());
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
    }

    private static Pace pace(Map<String, List<String>> given) {
        Pace pace = last(given, "pace").filter("short"::equals).isPresent() ? Pace.SHORT : Pace.STANDARD;
        return last(given, "rounds")
                .map(rounds -> pace.withRounds(Integer.parseInt(rounds)))
                .orElse(pace);
    }

    private static Section section(String name) {
        return Section.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private static Path dated() {
        DateTimeFormatter format = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmm", Locale.ROOT);
        return Path.of("results", LocalDateTime.now(ZoneId.systemDefault()).format(format) + ".csv");
    }

    boolean wantsGroup(String group) {
        return groups.isEmpty() ? !group.endsWith("4m") : groups.contains(group);
    }
}
