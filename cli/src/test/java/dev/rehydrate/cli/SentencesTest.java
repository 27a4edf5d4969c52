// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.console.FaultGallery;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say of files, streams and databases that cannot be used, and of themselves. */
class SentencesTest {

    @TempDir
    private Path directory;

    private final FaultGallery gallery = new FaultGallery();
    private final Shell shell = Shell.of((target, options) -> gallery.open(options), gallery.time);

    @AfterEach
    void close() {
        gallery.close();
    }

    /** A disk that is full, or a pipe whose reader has gone. */
    private static PrintStream full(AtomicInteger writes) {
        OutputStream stream = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                writes.incrementAndGet();
                throw new IOException("No space left on device");
            }
        };
        return new PrintStream(new BufferedOutputStream(stream), true, StandardCharsets.UTF_8);
    }

    @Test
    void aResultThatCannotBeWrittenIsNoSuccess() {
        String id = gallery.idle("a", "tea").toString();
        gallery.idle("b", "tea");
        for (String command : new String[] {
            "instances list",
            "instances list --json",
            "instances list --count",
            "owners",
            "outbox",
            "instances show " + id
        }) {
            CommandLineRun run = shell.into(full(new AtomicInteger())).run(command.split(" "));

            assertThat(run.code()).as(command).isEqualTo(1);
            assertThat(run.err())
                    .as(command)
                    .contains("The standard output cannot be written: the result is not whole.")
                    .doesNotContain("\tat ");
        }
        CommandLineRun suspended =
                shell.into(full(new AtomicInteger())).run("instances", "suspend", id, "--reason", "x", "--yes");
        assertThat(suspended.code()).isEqualTo(1);
        assertThat(suspended.err()).contains("What the command has changed stays changed.");
        assertThat(shell.run("instances", "list", "--suspended", "--count").out())
                .startsWith("1");
    }

    @Test
    void pagesThatNobodyReadsAreNotAskedFor() {
        for (int i = 0; i < 20; i++) {
            gallery.idle("order " + i, "tea");
        }
        AtomicInteger writes = new AtomicInteger();

        shell.into(full(writes)).run("instances", "list", "--all", "--limit", "1", "--json");

        assertThat(writes).hasValueLessThan(10);
    }

    @Test
    void aFileThatCannotBeOpenedIsSaidToBeSo() {
        String nowhere = directory.resolve("no-folder/x.jsonl").toString();

        CommandLineRun run = shell.run("export", nowhere);

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualToIgnoringNewLines("cannot open " + nowhere
                        + ": it does not exist, or its folder does not. Nothing was written to it.");
    }

    @Test
    void whatIsNoTextIsNotImported() throws IOException {
        byte[] latin = "{\"format\":\"rehydrate-export/1\"}\n\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        Path file = Files.write(directory.resolve("latin.jsonl"), latin);

        CommandLineRun run = shell.run("import", file.toString());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("is not text in UTF-8", "Created 0", "Go on with --from-line 1");
    }

    @Test
    void anH2FileThatIsNotThereIsNotMade() {
        Shell mistyped = Shell.real("--jdbc", "jdbc:h2:file:" + directory.resolve("fodler/store"));

        CommandLineRun run = mistyped.run("owners");
        assertThat(directory.resolve("fodler")).doesNotExist();
        CommandLineRun made = mistyped.run("instances", "list", "--count", "--create-tables");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("there is no H2 file at this path, and none was made");
        assertThat(made.code()).as(made.err()).isZero();
    }

    @Test
    void aPasswordInAUrlIsNotShown() {
        for (String url : new String[] {
            "jdbc:postgresql://me:hunter2@localhost:1/db",
            "jdbc:postgresql://me:hunter2@x/y@localhost/db?user=me@corp",
            "jdbc:postgresql://localhost:1/db?user=me&password=hunter2",
            "jdbc:h2:file:/nowhere/x;PASSWORD=hunter2"
        }) {
            CommandLineRun run = Shell.real("--jdbc", url).run("owners");

            assertThat(run.code()).as(url).isEqualTo(3);
            assertThat(run.err()).as(url).contains("cannot connect", "…").doesNotContain("hunter2");
        }
    }

    /** What to check of a server, of tables or of a file would lead nowhere. */
    @Test
    void aUrlThatNoDriverTakesIsAMistakeOfTheCommandLine() {
        for (String url : new String[] {
            "jdbc:mysql://localhost/db?password=hunter2",
            "postgresql://localhost/db?password=hunter2",
            "jdbc:postgresql://localhost:port/db?password=hunter2"
        }) {
            CommandLineRun run = Shell.real("--jdbc", url).run("owners");

            assertThat(run.code()).as(url).isEqualTo(2);
            assertThat(run.err())
                    .as(url)
                    .contains("there is no driver for '", "…", "jdbc:postgresql://host/name", "jdbc:h2:file:/path")
                    .doesNotContain("hunter2", "class path", "com.h2database", "the server runs");
        }
    }

    /** As by a variable that a script has not set. */
    @Test
    void aPlaceThatIsEmptyIsNoPlace() {
        for (String blank : new String[] {"", " "}) {
            for (String[] options : new String[][] {
                {"--jdbc", blank},
                {"--jdbc=" + blank},
                {"--farm", blank, "--cluster-name", "orders"},
                {"--farm", "localhost", "--cluster-name", blank}
            }) {
                CommandLineRun run = Shell.real(options).run("owners");

                assertThat(run.code()).as(String.join(" ", options)).isEqualTo(2);
                assertThat(run.err())
                        .as(String.join(" ", options))
                        .contains(" is empty: give it a value, or leave it out. Nothing was done.");
            }
        }
    }

    @Test
    void eachCommandSaysItsVersion() {
        for (String command :
                new String[] {"--version", "instances --version", "instances list --version", "bench -V"}) {
            CommandLineRun run = Shell.real().run(command.split(" "));

            assertThat(run.code()).isZero();
            assertThat(run.out()).as(command).matches("rehydrate \\d+\\.\\d+\\.\\S+\\R");
        }
    }

    @Test
    void theEndOfAnInstanceIsToldAsItWillBe() {
        String id = gallery.idle("a", "tea").toString();

        String help = Shell.real().run("instances", "terminate", "--help").out().replaceAll("\\s+", " ");
        String kept = shell.typing("no\n")
                .run("instances", "terminate", id, "--reason", "x")
                .err();
        String deleted = shell.typing("no\n")
                .run("instances", "terminate", id, "--reason", "x", "--then-delete")
                .err();

        assertThat(help)
                .contains("kept with its keys unless --then-delete is given")
                .doesNotContain("as its definition");
        assertThat(kept).contains("kept with its keys unless --then-delete is given");
        assertThat(deleted).contains("and is deleted; its unsent messages are sent first");
    }

    @Test
    void aNumberThatIsNoneAndADirectoryAreMistakesOfTheCommandLine() {
        for (String wrong : new String[] {"x", "1.5", "99999999999", ""}) {
            CommandLineRun run = shell.run("instances", "list", "--limit", wrong);

            assertThat(run.code()).as(wrong).isEqualTo(2);
            assertThat(run.err()).contains("'" + wrong + "' is not a whole number of up to 2147483647");
        }
        CommandLineRun line = shell.run("import", directory.toString(), "--from-line", "one");
        assertThat(line.code()).isEqualTo(2);
        assertThat(line.err()).contains("'one' is not a whole number of up to 9223372036854775807");
        CommandLineRun folder = shell.run("import", directory.toString());
        assertThat(folder.code()).isEqualTo(2);
        assertThat(folder.err()).contains("there is no file " + directory + " that can be read");
    }

    /** What is printed comes into the logs of scripts, and an argument that is not understood is printed. */
    @Test
    void aPasswordInAnArgumentThatIsNotUnderstoodIsNotPrinted() {
        String url = "jdbc:postgresql://localhost:1/db?password=hunter2&user=me";
        for (String[] words : new String[][] {
            {"--jdbc", url, "instances", "list"},
            {"instances", "list", "--jbdc", url},
            {"instances", "list", "--jbdc=" + url},
            {"instances", "list", url},
            {"owners", "jdbc:postgresql://me:hunter2@localhost:1/db"},
            {"owners", "--passwd=hunter2"},
            {"outbox", url},
            {"owners", "--jdbc", url + "\ufffd"},
            {"owners", "--watch", url}
        }) {
            CommandLineRun run = shell.run(words);

            assertThat(run.code()).as(String.join(" ", words)).isEqualTo(2);
            assertThat(run.err()).as(String.join(" ", words)).contains("…").doesNotContain("hunter2");
        }
    }

    @Test
    void anOptionBeforeItsCommandIsToldWhereItBelongs() {
        CommandLineRun top = shell.run("--jdbc", "jdbc:h2:file:./store", "instances", "list");
        CommandLineRun group = shell.run("instances", "--jdbc", "jdbc:h2:file:./store", "list");

        assertThat(top.code()).isEqualTo(2);
        assertThat(top.err())
                .contains("Unknown options: '--jdbc', 'jdbc:h2:file:./store'")
                .contains("Options follow their command: rehydrate COMMAND [OPTIONS]");
        assertThat(group.err()).contains("Options follow their command: rehydrate instances COMMAND [OPTIONS]");
        assertThat(shell.run("owners", "--nope").err()).doesNotContain("Options follow");
        assertThat(shell.run("ownres").err()).doesNotContain("Options follow");
    }
}
