// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application of modules names what it uses, and the module of the store what the engine needs of the JDK, which is no module that could say so. */
class ModulePathTest {

    private static final String MODULE = "dev.rehydrate.store.hazelcast";
    private static final String DONE = "kept 7";

    /** What such an application does. Only modules that {@link #MODULE} names are there. */
    static final class Application {

        private Application() {}

        public static void main(String[] arguments) {
            HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                    .clusterName(arguments[0])
                    .port(0)
                    .build();
            try (InstanceStore store = HazelcastInstanceStore.start(options)) {
                var numbers = store.instances("Number", Integer.class);
                InstanceKey key = InstanceKey.of("numbers", "a");
                numbers.create(key, 6);
                numbers.update(key, number -> number + 1);
                System.out.println("kept " + numbers.read(key).orElseThrow());
            }
        }
    }

    @Test
    void aMemberStartsThere(@TempDir Path folder) throws Exception {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "-Djava.net.preferIPv4Stack=true",
                        "--module-path",
                        System.getProperty("jdk.module.path"),
                        "--add-modules",
                        MODULE,
                        "--limit-modules",
                        MODULE,
                        "-cp",
                        Path.of("target", "test-classes").toString(),
                        Application.class.getName(),
                        UUID.randomUUID().toString()))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }

        assertThat(Files.readString(output)).contains(DONE);
        assertThat(process.exitValue()).isZero();
    }
}
