// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that users start, in processes of its own. */
class LauncherTest {

    @TempDir
    private Path directory;

    private CommandLineRun run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("src/dist/bin/rehydrate"));
        command.addAll(List.of(arguments));
        return started(command, Map.of());
    }

    private CommandLineRun started(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("REHYDRATECLI_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().keySet().removeAll(List.of("REHYDRATE_MEMBERS", "JDBC_URL", "JDBC_PASSWORD"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            return new CommandLineRun(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    /** What this JVM gives to a process goes through its own locale, so that a script starts the script. */
    private CommandLineRun calling(String words, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path caller = directory.resolve("caller");
        Files.writeString(caller, "exec src/dist/bin/rehydrate " + words + "\n");
        return started(List.of("/bin/sh", caller.toString()), environment);
    }

    @Test
    void wordsAreUtf8WhateverTheLocaleIs() throws IOException, InterruptedException {
        Path onlyDirname = Files.createDirectory(directory.resolve("bin"));
        Files.createSymbolicLink(onlyDirname.resolve("dirname"), Path.of("/usr/bin/dirname"));
        for (Map<String, String> environment : List.of(
                Map.of("LC_ALL", "C"),
                Map.of("LC_ALL", "C.UTF-8"),
                Map.of("LC_ALL", "no_SUCH.UTF-8"),
                Map.of("LC_ALL", "POSIX", "PATH", onlyDirname.toString()))) {
            CommandLineRun run = calling("instances show Анна", environment);

            assertThat(run.code()).as(environment + run.err()).isEqualTo(2);
            assertThat(run.err()).as("%s", environment).contains("'Анна' is not the id of an instance");
        }
    }

    @Test
    void aWordThatIsNoTextIsRefused() throws IOException, InterruptedException {
        CommandLineRun run = calling("instances list --where \"$(printf 'author != \\351')\"", Map.of());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("has a character that is lost", "Nothing was done");
    }

    @Test
    void theProcessEndsWithTheExitCode() throws IOException, InterruptedException {
        JdbcStoreOptions database = JdbcStoreOptions.file(directory.resolve("store"));
        JdbcInstanceStore.open(database).close();
        String url = String.valueOf(database.url());

        CommandLineRun listed = run("instances", "list", "--jdbc", url, "--count");
        CommandLineRun refused =
                run("instances", "delete", InstanceId.random().toString(), "--reason", "x", "--yes", "--jdbc", url);
        CommandLineRun mistaken = run("instances", "list", "--no-such-option");
        CommandLineRun unreachable = run("owners", "--jdbc", "jdbc:h2:file:" + directory.resolve("empty"));

        assertThat(listed).isEqualTo(new CommandLineRun(0, "0" + System.lineSeparator(), ""));
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).contains("Refused. Answer: there is no such instance");
        assertThat(refused.err()).contains("operator action: action=delete", "reason=x");
        assertThat(mistaken.code()).isEqualTo(2);
        assertThat(mistaken.err()).contains("Unknown option: '--no-such-option'");
        assertThat(unreachable.code()).isEqualTo(3);
        assertThat(unreachable.err()).contains("cannot connect to the database").doesNotContain("\tat ");
    }

    /** Together, with what is made of them, they are larger than the memory of the process. */
    @Test
    void largeInstancesAreCopiedInLittleMemory() throws IOException, InterruptedException {
        JdbcStoreOptions from = JdbcStoreOptions.file(directory.resolve("from"));
        JdbcStoreOptions to = JdbcStoreOptions.file(directory.resolve("to"));
        Path file = directory.resolve("export.jsonl");
        try (JdbcInstanceStore store = JdbcInstanceStore.open(from)) {
            for (int i = 0; i < 60; i++) {
                store.commands()
                        .execute(
                                InstanceId.random(),
                                CreateInstance.of(InstanceChanges.data(Map.of("bytes", new byte[4 << 20]))));
            }
        }
        Map<String, String> little = Map.of("JAVA_OPTS", "-Xmx256m");

        CommandLineRun exported = calling("export " + file + " --jdbc " + from.url(), little);
        CommandLineRun imported = calling("import " + file + " --create-tables --jdbc " + to.url(), little);

        assertThat(exported.err()).as(exported.err()).contains("Exported 60 instances.");
        assertThat(imported.err()).contains("Created 60, there before 0, refused 0.");
        assertThat(List.of(exported.code(), imported.code())).containsOnly(0);
    }
}
