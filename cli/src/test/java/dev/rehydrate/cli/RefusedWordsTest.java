// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.console.FaultGallery;
import dev.rehydrate.operations.query.InstanceFilter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Words that a mistake of a script has made, and that would select other instances than were meant. */
class RefusedWordsTest {

    private final FaultGallery gallery = new FaultGallery();
    private final Shell shell = Shell.of((target, options) -> gallery.open(options), gallery.time);

    @BeforeEach
    void fill() {
        gallery.idle("order 1", "tea");
        gallery.idle("order 2", "tea");
    }

    @AfterEach
    void close() {
        assertThat(shell.run("instances", "list", "--count").out())
                .as("nothing was done")
                .startsWith("2");
        gallery.close();
    }

    private void isRefused(String reason, String... words) {
        CommandLineRun run = shell.run(words);
        assertThat(run.code()).as(String.join(" ", words)).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(reason).contains("othing was done");
    }

    @Test
    void anEmptyConditionSelectsNothing() {
        List<String> options = Stream.concat(
                        InstanceFilter.WORDS.stream().map(word -> "--" + word), Stream.of("--after", "--actor"))
                .toList();
        for (String option : options) {
            for (String blank : List.of("", " ", "\t")) {
                isRefused(option + " is empty", "instances", "delete", option + "=" + blank, "--reason", "x", "--yes");
            }
        }
        isRefused("--definition is empty", "instances", "delete", "--definition", "", "--reason", "x", "--yes");
        isRefused("--state is empty", "outbox", "--definition", "Order", "--state", "");
        isRefused("--where is empty", "export", "--definition", "Order", "--where", "");
    }

    @Test
    void whatIsNoIdOfAnInstanceIsNamed() {
        String good = "6f1b2c1e-0d5c-4f9e-9a51-5e2f0e0c7a11";
        isRefused("'abc' is not the id of an instance", "instances", "delete", "abc", "--reason", "x", "--yes");
        isRefused("'abc' is not the id of an instance", "instances", "delete", good, "abc", "--reason", "x", "--yes");
        isRefused("'7' is not the id of an instance", "outbox", good, "7");
        isRefused("'7' is not the id of an instance", "mailbox", "7");
    }

    @Test
    void aPlaceOfAnotherOrderIsRefused() {
        String place = "6f1b2c1e-0d5c-4f9e-9a51-5e2f0e0c7a11";
        for (String sort : List.of("created", "updated")) {
            isRefused(
                    "'" + place + "' is a place in the order of ids",
                    "instances",
                    "list",
                    "--sort",
                    sort,
                    "--after",
                    place);
        }
        assertThat(shell.run("instances", "list", "--sort", "due", "--after", place)
                        .code())
                .as("an instance without a due time has such a place")
                .isZero();
    }

    @Test
    void theReasonIsNotScrolledAwayByTheHelp() {
        for (String[] words : List.of(
                new String[] {"instances", "list", "--limit", "0"},
                new String[] {"instances", "list", "--where", "total >="},
                new String[] {"instances", "delete", "--definition", "Order", "--reason", "x"})) {
            CommandLineRun run = shell.run(words);
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err().lines())
                    .hasSize(2)
                    .last()
                    .isEqualTo("'rehydrate " + words[0] + " " + words[1] + " --help' shows what can be given.");
        }
        assertThat(shell.run("instances", "list", "--stat", "x").err())
                .startsWith("Unknown option")
                .contains("--state", "--help")
                .hasLineCount(3);
        assertThat(shell.run("instances").err())
                .as("the help of a group is a list of its commands")
                .contains("Usage: rehydrate instances", "terminate");
    }

    /** With a farm that does not answer, the reason would come after minutes, or not at all. */
    @Test
    void whatCannotBeReadIsRefusedBeforeAnythingIsOpened() {
        Shell unreachable = Shell.of(
                (target, options) -> {
                    throw new AssertionError("a store was opened");
                },
                gallery.time);
        for (String[] words : List.of(
                new String[] {"instances", "list", "--where", "total >="},
                new String[] {"instances", "list", "--created-after", "yesterday"},
                new String[] {"instances", "list", "--count", "--state", "idle"},
                new String[] {"instances", "list", "--sort", "state"},
                new String[] {"instances", "list", "--after", "7"},
                new String[] {"instances", "delete", "--holder", "7", "--reason", "x", "--yes"},
                new String[] {"outbox", "--due-before", "soon"},
                new String[] {"mailbox", "--after", "7"},
                new String[] {"export", "--where", "total >="})) {
            CommandLineRun run = unreachable.run(words);
            assertThat(run.code())
                    .as("%s: %s", String.join(" ", words), run.err())
                    .isEqualTo(2);
            assertThat(run.err()).contains("--help");
        }
    }

    @Test
    void anEmptyOrderOrKeyIsNone() {
        isRefused("--sort is empty", "instances", "list", "--sort", "");
        isRefused("--scope is empty", "keys", "show", "--scope", "", "--text", "7");
        isRefused("--text is empty", "keys", "show", "--scope", "shop", "--text", " ");
        isRefused("--part is empty", "instances", "show", "--scope", "shop", "--part", "");
    }

    @Test
    void aWordThatTheLocaleHasDestroyedIsRefused() {
        isRefused(
                "'author != \ufffd\ufffd' has a character that is lost",
                "instances",
                "delete",
                "--where",
                "author != \ufffd\ufffd",
                "--reason",
                "x",
                "--yes");
    }

    @Test
    void aMeasurementThatWouldFillTheMemoryIsRefused() {
        isRefused("--instances is from 1 to 1000000", "bench", "--yes", "--instances", "2000000000");
        isRefused("--threads is from 1 to 256", "bench", "--yes", "--threads", "1000000000");
        isRefused("--threads is from 1 to 256", "bench", "--yes", "--threads", "0");
        isRefused("--bytes is from 0 to 1000000", "bench", "--yes", "--bytes", "2000000000");
    }
}
