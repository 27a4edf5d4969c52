// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmTest {

    /** Serves until its parent is gone. */
    static final class Serving {

        public static void main(String[] args) {
            ParentPipe.serve(String.valueOf(ProcessHandle.current().pid()));
        }
    }

    /** Starts a child, says which, and waits to be killed. */
    static final class Parent {

        @SuppressWarnings("SystemOut")
        public static void main(String[] args) throws InterruptedException {
            System.out.println(ChildJvm.start("32m", Serving.class, List.of()).greeting());
            Thread.currentThread().join();
        }
    }

    @Test
    @DisplayName("a child ends when its parent is killed")
    void aChildEndsWithItsParent() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-classpath",
                        System.getProperty("java.class.path"),
                        Parent.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = parent.inputReader(StandardCharsets.UTF_8)) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            assertThat(child.isAlive()).isTrue();

            parent.destroyForcibly();

            assertThat(child.onExit().get(20, TimeUnit.SECONDS).isAlive()).isFalse();
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    @DisplayName("a child says what it has allocated, which grows")
    void aChildCountsItsGarbage() {
        try (ChildJvm child = ChildJvm.start("32m", Serving.class, List.of())) {
            long first = child.allocatedBytes();

            assertThat(first).isPositive();
            assertThat(child.allocatedBytes()).isGreaterThanOrEqualTo(first);
        }
    }

    @Test
    @DisplayName("a guard stops a server that would outlive its starter")
    void aGuardStopsTheServer(@TempDir Path folder) throws IOException, InterruptedException {
        Process server = new ProcessBuilder("sleep", "600").start();
        try {
            Path pidFile = folder.resolve("server.pid");
            Files.writeString(pidFile, server.pid() + "\n");

            Guard.of(pidFile).close();

            assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly();
        }
    }
}
