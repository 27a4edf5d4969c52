// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.measure.Round;
import dev.rehydrate.benchmark.measure.Round.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {

    private static final RowKey SAVE = new RowKey("save, p50", "two", "1024", "1", "rehydrate", "map");

    @Test
    @DisplayName("a ratio is one of medians, and its spread one of rounds")
    void aRatioIsOneOfMedians() {
        Ratio ratio = Ratio.of(List.of(10.0, 20.0, 1000.0), List.of(30.0, 40.0, 50.0));

        assertThat(ratio.base()).isEqualTo(20);
        assertThat(ratio.candidate()).isEqualTo(40);
        assertThat(ratio.value()).isEqualTo(2);
        assertThat(ratio.low()).isEqualTo((0.05 + 2) / 2);
        assertThat(ratio.high()).isEqualTo((2 + 3) / 2.0);
        assertThat(ratio.least()).isEqualTo(0.05);
        assertThat(ratio.most()).isEqualTo(3);
    }

    @Test
    @DisplayName("less is better for time, more for throughput")
    void aVerdictKnowsWhichWayIsBetter() {
        Ratio twice = new Ratio(1, 2, 2, 2, 2, 2);

        assertThat(new Bound(false, 1.5).met(twice)).isEqualTo("no");
        assertThat(new Bound(true, 1.5).met(twice)).isEqualTo("yes");
    }

    @Test
    @DisplayName("there is no verdict if rounds and medians disagree")
    void noVerdictOnNoise() {
        Bound bound = new Bound(false, 1.15);

        assertThat(bound.met(new Ratio(100, 112, 1.16, 1.83, 1, 2))).isEqualTo("unclear");
        assertThat(bound.met(new Ratio(100, 112, 1.05, 1.14, 1, 2))).isEqualTo("yes");
        assertThat(bound.met(new Ratio(100, 130, 1.20, 1.40, 1, 2))).isEqualTo("no");
    }

    @Test
    @DisplayName("a table keeps the last ratio of each row, and the rows that a run did not measure")
    void aTableKeepsTheLastRatios(@TempDir Path folder) {
        Results results = new Results(folder.resolve("results"), () -> Instant.parse("2026-11-23T15:04:05.678Z"), "");

        results.judge(SAVE, "us", new Ratio(100, 130, 1.2, 1.4, 1.1, 1.5));
        results.add(ResultRow.of("heap", "instance / entry", "bytes", new Ratio(1, 2, 2, 2, 2, 2), 1.15));
        results.judge(SAVE, "us", new Ratio(100, 110, 1.05, 1.14, 1.01, 1.2));

        assertThat(folder.resolve("results").resolve("ratios.csv")).hasContent("""
                        scenario,topology,payload,callers,subject,baseline,ratio,min,max,target,met,measured
                        "instance / entry",heap,,,,,2.000,2.000,2.000,<= 1.15,no,2026-11-23T15:04:05Z
                        "save, p50",two,1024,1,rehydrate,map,1.100,1.010,1.200,<= 1.15,yes,2026-11-23T15:04:05Z
                        """);
    }

    @Test
    @DisplayName("a run in pieces says of each row when it was measured")
    void eachRowSaysWhen(@TempDir Path folder) {
        RowKey load = new RowKey("load by key, p50", "two", "1024", "1", "rehydrate", "map");
        Ratio ratio = new Ratio(100, 110, 1.05, 1.14, 1.01, 1.2);
        new Results(folder, () -> Instant.parse("2026-11-22T10:00:00Z"), "").judge(SAVE, "us", ratio);
        Results later = new Results(folder, () -> Instant.parse("2026-11-23T11:00:00Z"), "");
        later.judge(load, "us", ratio);

        new Page(later).write();

        assertThat(folder.resolve("results.md"))
                .content()
                .contains(
                        "save, p50, 1 KB: rehydrate / map | 1.10 | 1.01–1.20 | <= 1.15 | **reached** | 2026-11-22 10:00 |")
                .contains(
                        "load by key, p50, 1 KB: rehydrate / map | 1.10 | 1.01–1.20 | <= 1.15 | **reached** | 2026-11-23 11:00 |");
    }

    @Test
    @DisplayName("a table of another version is not continued")
    void otherColumnsAreRefused(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("ratios.csv"), "scenario,ratio\n\"save\",1\n");
        Results results = new Results(folder);

        assertThatThrownBy(() -> results.ratios().read())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("move it away");
    }

    @Test
    @DisplayName("the table of runs says how long each section took")
    void aRunSaysHowLong(@TempDir Path folder) {
        Results results = new Results(folder, InstantSource.system(), "Model, of a kind");

        results.section("commands,one", "2026-11-23T15:04:05Z,0.10,7,100,4000");
        results.ended("commands,one", 98);

        assertThat(folder.resolve("runs.csv")).hasContent("""
                        section,topology,began,load,rounds,round_ms,residents,processor,seconds
                        commands,one,2026-11-23T15:04:05Z,0.10,7,100,4000,Model  of a kind,98
                        """);
    }

    @Test
    @DisplayName("a run with fewer rounds leaves none of an earlier one")
    void roundsAreThoseOfOneRun(@TempDir Path folder) throws IOException {
        Results results = new Results(folder);
        RowKey subject = new RowKey("save", "one", "1024", "8", "map", "");
        Round round = new Round(1000, 10, 20, 30, 40, 50);

        results.keep(subject, List.of(round, round, round));
        results.keep(subject, List.of(round, round));

        assertThat(Files.readAllLines(folder.resolve("rounds.csv")))
                .containsExactly(
                        Results.ROUNDS_HEAD,
                        "\"save\",one,1024,8,map,1,1000.0,10.00,20.00,30.00,40.00,50",
                        "\"save\",one,1024,8,map,2,1000.0,10.00,20.00,30.00,40.00,50");
    }

    @Test
    @DisplayName("no two goals are about the same row")
    void goalsAreOfDifferentRows() {
        assertThat(Goals.all())
                .extracting(Goal::key)
                .doesNotHaveDuplicates()
                .allSatisfy(key -> assertThat(RowKey.parse(key.toCsv())).isEqualTo(key));
    }

    @Test
    @DisplayName("the page says of each goal whether it was reached, or that it was not measured")
    void thePageNamesEveryGoal(@TempDir Path folder) throws IOException {
        Results results = new Results(folder);
        Round fast = new Round(1000, 10, 20, 30, 40, 50);
        Round slow = new Round(500, 20, 40, 60, 80, 100);
        results.compare(SAVE, Measure.P50, List.of(fast), List.of(slow));
        results.keep(new RowKey("life", "two", "1024", "8", "map", ""), List.of(fast));

        new Page(results).write();

        assertThat(folder.resolve("results.md"))
                .content()
                .contains("| B | save, p50, 1 KB: rehydrate / map | 2.00 | 2.00–2.00 | <= 1.15 | missed by 74 % | 2")
                .contains("not measured")
                .contains("lives-two.svg")
                .contains("| map | 1,000 | 10.0 | 20 | 30 | 40.0 | 50 |");
        assertThat(folder.resolve("goals-two.svg")).content().contains("<svg").contains("2.00");
        assertThat(folder.resolve("lives-two.svg")).content().contains("1,000");
    }

    @Test
    @DisplayName("the page has the rows of sections that bring their goals with them, and no row without a goal")
    void thePageNamesTheRowsOfSections(@TempDir Path folder) {
        Results results = new Results(folder);
        Ratio threefold = Ratio.of(List.of(10.0), List.of(30.0));
        results.add(ResultRow.of("timers", "p50 of 1,000 messages / before", "ms", threefold, 10));
        results.add(ResultRow.atLeast("farm", "pages a second / goal", "", threefold, 4));
        results.add(ResultRow.open("farm", "pages", "ms", threefold));

        new Page(results).write();

        assertThat(folder.resolve("results.md"))
                .content()
                .containsSubsequence(
                        "## Goals: farms, hosts and timers",
                        "| farm | pages a second / goal | 3.00 | 3.00–3.00 | >= 4.00 | missed by 25 % | 2",
                        "| timers | p50 of 1,000 messages / before | 3.00 | 3.00–3.00 | <= 10.00 | **reached** | 2")
                .doesNotContain("| pages |");
    }
}
