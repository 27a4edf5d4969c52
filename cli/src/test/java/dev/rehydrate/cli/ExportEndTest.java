// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that has lost lines, however it was cut, is not taken for a whole export. */
class ExportEndTest {

    private static final String FIRST = "{\"format\":\"rehydrate-export/1\"}";
    private static final String END = "{\"end\":true,\"instances\":4,\"complete\":true}";

    @TempDir
    private Path directory;

    private Path export;
    private List<String> whole = List.of();

    @BeforeEach
    void prepare() throws IOException {
        export = directory.resolve("export.jsonl");
        try (InstanceStore store = JdbcInstanceStore.open(database("source"))) {
            for (int i = 0; i < 4; i++) {
                store.commands()
                        .execute(InstanceId.random(), CreateInstance.of(InstanceChanges.data(Map.of("a", "b"))));
            }
        }
        assertThat(source("export", export.toString()).code()).isZero();
        whole = Files.readAllLines(export);
    }

    private JdbcStoreOptions database(String name) {
        return JdbcStoreOptions.file(directory.resolve(name));
    }

    private CommandLineRun source(String... words) {
        return Shell.real("--jdbc", database("source").url()).run(words);
    }

    private CommandLineRun imported(List<String> lines, String... more) throws IOException {
        Files.write(export, lines);
        List<String> words = new ArrayList<>(List.of("import", export.toString(), "--create-tables"));
        words.addAll(List.of(more));
        return Shell.real("--jdbc", database("target").url()).run(words.toArray(String[]::new));
    }

    private static List<String> joined(List<String> first, List<String> then) {
        return Stream.concat(first.stream(), then.stream()).toList();
    }

    @Test
    void theLastLineSaysHowManyInstancesThereAre() throws IOException {
        assertThat(whole).hasSize(6).startsWith(FIRST).endsWith(END);
        assertThat(source("export").out().lines()).isEqualTo(whole);
        CommandLineRun imported = imported(whole, "--json");

        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("Created 4, there before 0, refused 0.");
        assertThat(imported.json())
                .singleElement()
                .satisfies(report ->
                        assertThat(report.path("complete").asBoolean()).isTrue());
    }

    @Test
    void oneThatWasCutBetweenTwoLinesIsImportedAndIsNoSuccess() throws IOException {
        CommandLineRun cut = imported(whole.subList(0, 4), "--json");
        CommandLineRun begun = imported(whole.subList(0, 1));

        assertThat(cut.code()).as(cut.err()).isEqualTo(1);
        assertThat(cut.err())
                .contains("Created 3, there before 0, refused 0.")
                .contains("There is no end line behind line 4", "--partial");
        assertThat(cut.json())
                .singleElement()
                .satisfies(report ->
                        assertThat(report.path("complete").asBoolean(true)).isFalse());
        assertThat(begun.code()).as(begun.err()).isEqualTo(1);
        assertThat(begun.err()).contains("There is no end line behind line 1");
    }

    @Test
    void oneThatLacksALineInTheMiddleIsNoSuccess() throws IOException {
        CommandLineRun lacking = imported(joined(whole.subList(0, 2), whole.subList(3, 6)));
        CommandLineRun twice = imported(joined(whole.subList(0, 2), whole.subList(1, 6)));

        assertThat(lacking.code()).as(lacking.err()).isEqualTo(1);
        assertThat(lacking.err()).contains("line 5: the export had 4 instances, and here are 3");
        assertThat(twice.code()).as(twice.err()).isEqualTo(1);
        assertThat(twice.err()).contains("line 7: the export had 4 instances, and here are 5");
    }

    /** As lines that were chosen with another tool, or that a build has written which knew no end line. */
    @Test
    void aPartIsASuccessIfItIsSaidThatItIsOne() throws IOException {
        CommandLineRun lines = imported(whole.subList(1, 3), "--partial");
        CommandLineRun rest = imported(whole.subList(3, 6), "--partial");

        assertThat(lines.code()).as(lines.err()).isZero();
        assertThat(rest.code()).as(rest.err()).isZero();
        assertThat(rest.err()).contains("Created 2, there before 0, refused 0.").doesNotContain("end line");
    }

    @Test
    void anImportThatGoesOnLaterCountsTheLinesBefore() throws IOException {
        CommandLineRun rest = imported(whole, "--from-line", "4");
        CommandLineRun ofCut = imported(whole.subList(0, 5), "--from-line", "4");

        assertThat(rest.code()).as(rest.err()).isZero();
        assertThat(rest.err()).contains("Created 2");
        assertThat(ofCut.code()).as(ofCut.err()).isEqualTo(1);
    }

    @Test
    void twoExportsInOneFileAreLookedAtEach() throws IOException {
        CommandLineRun both = imported(joined(whole, whole));
        CommandLineRun firstIsCut = imported(joined(whole.subList(0, 4), whole));
        CommandLineRun behindItsEnd = imported(joined(whole, whole.subList(1, 3)));

        assertThat(both.code()).as(both.err()).isZero();
        assertThat(firstIsCut.code()).as(firstIsCut.err()).isEqualTo(1);
        assertThat(firstIsCut.err()).contains("There is no end line behind line 4");
        assertThat(behindItsEnd.code()).as(behindItsEnd.err()).isEqualTo(1);
        assertThat(behindItsEnd.err()).contains("There is no end line behind line 8");
    }

    @Test
    void whatGoesOnWithAFileEndsItAnew() throws IOException {
        for (int kept = 0; kept <= 6; kept++) {
            Files.write(export, whole.subList(0, kept));

            CommandLineRun resumed = source("export", export.toString(), "--resume");

            assertThat(resumed.code()).as(resumed.err()).isZero();
            assertThat(Files.readAllLines(export)).as("after %d lines", kept).isEqualTo(whole);
        }
    }

    @Test
    void anEndLineThatSaysThatItLacksSomethingIsBelieved() throws IOException {
        List<String> lines = new ArrayList<>(whole);
        lines.set(5, END.replace("true}", "false}"));
        Files.write(export, lines);

        CommandLineRun resumed = source("export", export.toString(), "--resume");
        CommandLineRun imported = imported(Files.readAllLines(export));

        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(imported.code()).as(imported.err()).isEqualTo(1);
        assertThat(imported.err()).contains("line 6: the export has left out instances");
    }

    @Test
    void anEndLineThatCannotBeReadIsRefused() throws IOException {
        List<String> lines = new ArrayList<>(whole);
        lines.set(5, "{\"end\":true}");

        CommandLineRun imported = imported(lines);

        assertThat(imported.code()).as(imported.err()).isEqualTo(1);
        assertThat(imported.err()).contains("line 6: refused: not a line of an export");
    }
}
