// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.console.FaultGallery;
import dev.rehydrate.console.LackingEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands say of a farm that has lost a part of its data. */
class IncompletePageTest {

    private final FaultGallery gallery = new FaultGallery();
    private final Shell shell =
            Shell.of((target, options) -> gallery.open(options.withDecorator(LackingEngine::new)), gallery.time);

    @AfterEach
    void close() {
        gallery.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "instances list",
                "instances list --all --limit 1 --json",
                "export",
                "outbox",
                "mailbox",
                "instances suspend --definition Order --dry-run",
                "instances suspend --definition Order --reason why --yes",
                "instances suspend --definition None --reason why --yes"
            })
    void commandSaysOnceThatThisIsNotAllAndEndsWithOne(String command) {
        gallery.idle("one", "tea");
        gallery.idle("two", "tea");

        CommandLineRun run = shell.run(command.split(" "));

        assertThat(run.err()).containsOnlyOnce("This is not all: " + LackingEngine.GAP);
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void whatIsLeftIsExportedAlsoOnATerminal() {
        gallery.idle("one", "tea");

        CommandLineRun run = shell.typing("").run("export");

        assertThat(run.out().lines()).hasSize(3).last().isEqualTo("{\"end\":true,\"instances\":1,\"complete\":false}");
        assertThat(run.err()).containsOnlyOnce("This is not all: " + LackingEngine.GAP);
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void numberIsNotGiven() {
        CommandLineRun run = shell.run("instances", "list", "--count");

        assertThat(run.err()).contains(LackingEngine.GAP);
        assertThat(run.out()).isEmpty();
        assertThat(run.code()).isEqualTo(3);
    }
}
