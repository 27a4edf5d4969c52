// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script that brings the browser does on a machine without one: the programs that it finds there are pretended. */
class InstallBrowserTest {

    private static final Path SCRIPT = Path.of("../config/install-browser.sh").toAbsolutePath();
    private static final Path SHELL = Path.of("/bin/sh");

    @TempDir
    private Path machine;

    private Path programs;
    private Path browser;

    @BeforeEach
    void prepare() throws IOException {
        programs = Files.createDirectory(machine.resolve("programs"));
        browser = Files.createDirectory(machine.resolve("browser"));
    }

    private void program(String name, String... lines) throws IOException {
        program(programs.resolve(name), lines);
    }

    private static void program(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", Arrays.asList(lines)) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Installs what it is asked for, and notes how it was called. */
    private void aptGet() throws IOException {
        program(
                "apt-get",
                "echo apt-get \"$@\" >> " + machine.resolve("calls"),
                "case \"$*\" in *install*) : > " + browser.resolve("chromium") + "; : > "
                        + browser.resolve("chromedriver") + "; /bin/chmod +x " + browser + "/*;; esac");
        program("env", "shift", "\"$@\"");
    }

    private record Run(int code, String said) {}

    private Run run() throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(SHELL.toString(), SCRIPT.toString(), browser.toString()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", programs.toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), said);
    }

    private String calls() throws IOException {
        Path calls = machine.resolve("calls");
        return Files.exists(calls) ? Files.readString(calls) : "";
    }

    @Test
    void withoutApt() throws Exception {
        Run run = run();

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.said())
                .isEqualTo("The tests of the pages need a browser, and this machine has no apt-get: install the Debian"
                        + " packages chromium and chromium-driver (apt-get install chromium chromium-driver), and run the same"
                        + " command again.\n");
    }

    @Test
    void withoutTheRightToInstall() throws Exception {
        aptGet();
        program("id", "echo 1000");
        assertThat(run().said())
                .contains("neither root nor may use sudo without a password")
                .hasLineCount(1);

        program("sudo", "exit 1");
        assertThat(run().code()).isEqualTo(1);
        assertThat(run().said())
                .contains("neither root nor may use sudo without a password")
                .hasLineCount(1);
        assertThat(calls()).isEmpty();
    }

    @Test
    void byRoot() throws Exception {
        aptGet();
        program("id", "echo 0");

        assertThat(run().code()).isZero();
        assertThat(calls())
                .startsWith("apt-get update -q\n")
                .contains("install -y -q --no-install-recommends chromium chromium-driver");
        assertThat(run().said()).as("it is there now").isEmpty();
    }

    @Test
    void bySudoWithoutAPassword() throws Exception {
        aptGet();
        program("id", "echo 1000");
        program("true");
        program("sudo", "echo sudo >> " + machine.resolve("calls"), "shift", "\"$@\"");

        assertThat(run().code()).isZero();
        assertThat(calls()).containsSubsequence("sudo", "sudo", "apt-get update", "sudo", "apt-get -o", "install");
    }

    @Test
    void ifInstallingFails() throws Exception {
        program("apt-get", "echo no network", "exit 100");
        program("id", "echo 0");

        Run run = run();

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.said()).contains("apt-get update has failed: install the Debian packages");
    }
}
