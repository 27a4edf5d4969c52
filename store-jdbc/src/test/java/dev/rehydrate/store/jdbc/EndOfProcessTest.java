// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is asked to end, and saves in a shutdown hook of its own until it closes the store, as an application of Spring does.
 * H2 has a hook too, which closes the file, and runs at the same time.
 */
class EndOfProcessTest {

    private static final int SAVES = 10;

    private static final long PATIENCE_SECONDS = 180;

    @TempDir
    Path directory;

    @Test
    void theFileIsOpenUntilTheStoreIsClosed() throws Exception {
        Path said = directory.resolve("said");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath(),
                        Ending.class.getName(),
                        directory.resolve("store").toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();

        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("has ended")
                .isTrue();

        assertThat(Files.readString(said, StandardCharsets.UTF_8)).contains("saved " + SAVES);
        Path errors = directory.resolve("store.trace.db");
        assertThat(Files.exists(errors) ? Files.readAllLines(errors, StandardCharsets.UTF_8) : "")
                .as("what H2 has logged as errors")
                .isEqualTo("");
    }

    /** Modules and all else: the tests of this module are run on both paths. */
    private static String classPath() {
        return System.getProperty("jdk.module.path", "")
                + File.pathSeparator
                + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** The process. */
    static final class Ending {

        private Ending() {}

        public static void main(String[] arguments) {
            JdbcInstanceStore store = JdbcInstanceStore.open(JdbcStoreOptions.file(Path.of(arguments[0])));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(store)));
            System.exit(0);
        }

        private static void end(JdbcInstanceStore store) {
            for (int i = 0; i < SAVES; i++) {
                store.commands()
                        .execute(InstanceId.random(), CreateInstance.of(InstanceChanges.data(Map.of("n", i))))
                        .receiptOrThrow();
            }
            store.close();
            System.out.println("saved " + SAVES);
        }
    }
}
