// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Nothing is timed here: a benchmark that no longer runs is noticed by whoever broke it. */
class EveryBenchmarkRunsTest {

    private static Farm farm;

    @BeforeAll
    static void start() {
        System.setProperty("jmh.ignoreLock", "true");
        farm = Farm.start(Topology.ONE);
        Residents.create(Farm.access(0, 0), IntStream.of(0));
    }

    @AfterAll
    static void stop() {
        farm.close();
    }

    static List<String> everyBenchmarkRunsOnce() {
        return Stream.of(BareMap.class, StoreCommands.class)
                .flatMap(type -> Arrays.stream(type.getMethods())
                        .filter(method -> method.isAnnotationPresent(Benchmark.class))
                        .map(method -> new Case(type, method.getName(), 1024, 1, 0, 0).pattern()))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource
    @DisplayName("every benchmark runs")
    void everyBenchmarkRunsOnce(String pattern) throws RunnerException {
        var result = new Runner(new OptionsBuilder()
                        .include(pattern)
                        .mode(Mode.SingleShotTime)
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .runSingle();

        assertThat(Objects.requireNonNull(result).getPrimaryResult().getSampleCount())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("every row of the plan names a benchmark that exists, and every benchmark is in a row")
    void thePlanNamesEveryBenchmark(Topology topology) {
        Stream<Comparison> rows =
                Plan.of(topology, group -> true).values().stream().flatMap(List::stream);
        Set<String> planned = Stream.concat(rows, ResidentsRun.rows().stream())
                .flatMap(row -> Stream.of(row.base(), row.candidate()))
                .map(Case::pattern)
                .collect(Collectors.toCollection(TreeSet::new));

        if (topology != Topology.ONE) {
            planned.add(Case.bare("delete", 1).pattern());
        }
        assertThat(planned).containsExactlyElementsOf(everyBenchmarkRunsOnce());
    }

    @Test
    @DisplayName("a ratio is one of medians, and its spread one of rounds")
    void aRatioIsOneOfMedians() {
        Ratio ratio = Ratio.of(List.of(10.0, 20.0, 1000.0), List.of(30.0, 40.0, 50.0));

        assertThat(ratio.base()).isEqualTo(20);
        assertThat(ratio.candidate()).isEqualTo(40);
        assertThat(ratio.value()).isEqualTo(2);
        assertThat(ratio.low()).isEqualTo((0.05 + 2) / 2);
        assertThat(ratio.high()).isEqualTo((2 + 3) / 2.0);
    }

    @Test
    @DisplayName("less is better for time, more for throughput")
    void aVerdictKnowsWhichWayIsBetter() {
        Ratio twice = new Ratio(1, 2, 2, 2);
        Case slow = Case.store("saveHeld", 1);
        Case many = slow.by(8);

        assertThat(ResultRow.of("x", Comparison.of("time", slow, slow, 1.5), twice)
                        .toCsv())
                .endsWith("<= 1.50,missed");
        assertThat(ResultRow.of("x", Comparison.of("done", many, many, 1.5), twice)
                        .toCsv())
                .endsWith(">= 1.50,reached");
        assertThat(ResultRow.of("x", Comparison.of("free", many, many, null), twice)
                        .toCsv())
                .endsWith(",,-");
    }

    @Test
    @DisplayName("there is no verdict if rounds and medians disagree")
    void noVerdictOnNoise() {
        Case one = Case.store("saveHeld", 1);
        Comparison row = Comparison.of("time", one, one, 1.15);

        assertThat(ResultRow.of("x", row, new Ratio(100, 112, 1.16, 1.83)).toCsv())
                .endsWith(",unclear");
        assertThat(ResultRow.of("x", row, new Ratio(100, 112, 1.05, 1.14)).toCsv())
                .endsWith(",reached");
        assertThat(ResultRow.of("x", row, new Ratio(100, 130, 1.20, 1.40)).toCsv())
                .endsWith(",missed");
    }

    @Test
    @DisplayName("a table keeps the last ratio of each row, and the rows that a run did not measure")
    void aTableKeepsTheLastRatios(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("ratios").resolve("ratios.csv");
        Comparison row = Comparison.of("save, held / set", Case.store("saveHeld", 1024), Case.bare("set", 1024), 1.15);
        ResultRow other = ResultRow.of("heap", "instance / entry", "bytes", new Ratio(1, 2, 2, 2), 1.15);

        new RatioTable(file).put(ResultRow.of("two", row, new Ratio(100, 130, 1.2, 1.4)));
        new RatioTable(file).put(other);
        new RatioTable(file).put(ResultRow.of("two", row, new Ratio(100, 110, 1.05, 1.14)));

        assertThat(file).hasContent("""
                        scenario,topology,payload,callers,subject,baseline,ratio,min,max,target,met
                        "instance / entry",heap,,,,,2.000,2.000,2.000,<= 1.15,no
                        "save, held / set",two,1024,1,store.saveHeld,map.set,1.100,1.050,1.140,<= 1.15,yes
                        """);
    }
}
