// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.option;

import dev.rehydrate.benchmark.measure.Pace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What a run was told.
 *
 * @param sections which sections
 * @param topologies which topologies
 * @param groups which groups of commands
 * @param pace how long
 * @param docs the folder where the results are kept
 * @param jvm further options of the processes that measure
 */
public record Arguments(
        List<Section> sections,
        List<Topology> topologies,
        List<String> groups,
        Pace pace,
        Path docs,
        List<String> jvm) {

    private static final Set<String> NAMES =
            Set.of("sections", "topologies", "groups", "pace", "rounds", "residents", "docs", "jvm");

    private static final List<String> GROUPS = List.of("small", "size", "shape", "life");

    static final String USAGE = """
            pace=short|full             seven rounds of 0.1 s of the sections commands, database, footprint, residents and
                                        start, less than 8 minutes; or eleven of 0.5 s of all sections, hours. Full unless given
            sections=commands,...       what to measure; of commands database footprint residents start
                                        farm behind write-behind rows timers hosts wide recorder parts report
            topologies=one,two,client   where to measure commands, behind, write-behind, wide and recorder; all unless given
            groups=small,size,...       which commands; of small size shape life; all unless given
            rounds=N                    another number of rounds
            residents=N                 another number of instances of each subject
            docs=FOLDER                 where results are kept; a run renews what it measures; ../docs/benchmarks unless given
            jvm=OPTION                  a further option for the JVM that measures; may be repeated
            """;

    /**
     * Reads what was given as {@code name=value}.
     *
     * @param args the arguments
     * @return what they say
     * @throws IllegalArgumentException if one is not known
     */
    public static Arguments parse(List<String> args) {
        Map<String, List<String>> given = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0 || !NAMES.contains(arg.substring(0, equals))) {
                throw new IllegalArgumentException("not understood: '" + arg + "'\n" + USAGE);
            }
            given.computeIfAbsent(arg.substring(0, equals), first -> new ArrayList<>())
                    .add(arg.substring(equals + 1));
        }
        boolean full = last(given, "pace").filter("short"::equals).isEmpty();
        return new Arguments(
                all(given, "sections", Section::labelled, full ? Section.full() : Section.brief()),
                all(given, "topologies", Topology::labelled, List.of(Topology.values())),
                all(given, "groups", Arguments::group, GROUPS),
                pace(given, full ? Pace.FULL : Pace.SHORT),
                Path.of(last(given, "docs").orElse("../docs/benchmarks")),
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

    private static Pace pace(Map<String, List<String>> given, Pace usual) {
        return usual.with(
                last(given, "rounds").map(Integer::parseInt).orElse(usual.rounds()),
                last(given, "residents").map(Integer::parseInt).orElse(usual.residents()));
    }

    private static String group(String name) {
        if (!GROUPS.contains(name)) {
            throw new IllegalArgumentException("there is no group '" + name + "'\n" + USAGE);
        }
        return name;
    }
}
