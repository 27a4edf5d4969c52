// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.sigterm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.host.Acknowledge;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.drill.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The drill of an orderly stop: a process of its own, and the signal that an operating system or a container sends. */
@DisplayName("SIGTERM: what a host has replied to is saved before its process is gone")
final class SigtermTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int LONGEST_STOP_SECONDS = 60;

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "{0} changes, replies {1}, own hook {2}, members {3}")
    @CsvSource({
        "8000, BEFORE_SAVE, true, 1",
        "8000, BEFORE_SAVE, true, 2",
        "8000, BEFORE_SAVE, false, 1",
        "8000, BEFORE_SAVE, false, 2",
        "8000, AFTER_SAVE, true, 1",
        "8000, AFTER_SAVE, true, 2",
        "300, BEFORE_SAVE, true, 1",
        "300, BEFORE_SAVE, true, 2",
        "300, BEFORE_SAVE, false, 1",
        "300, BEFORE_SAVE, false, 2",
        "300, AFTER_SAVE, true, 1",
        "300, AFTER_SAVE, true, 2",
        "300, AFTER_SAVE, false, 1",
        "300, AFTER_SAVE, false, 2"
    })
    void nothingThatWasRepliedToIsLost(int changes, Acknowledge acknowledge, boolean ownHook, int members)
            throws Exception {
        if (members == 1) {
            terminate(changes, acknowledge, ownHook, List.of());
            assertThat(lost(named("replied"), named("saved"))).isZero();
            return;
        }
        try (InstanceStore survivor = HazelcastInstanceStore.start(options(FreePorts.any(), List.of()))) {
            terminate(changes, acknowledge, ownHook, ((HazelcastInstanceStore) survivor).members());
            assertThat(lost(named("replied"), stored(survivor, named("replied"))))
                    .isZero();
        }
    }

    private static HazelcastStoreOptions options(int port, List<String> members) {
        return HazelcastStoreOptions.builder()
                .clusterName("sigterm")
                .port(port)
                .members(members)
                .values(ValueEncoding.with(JacksonCodec.builder().build()))
                .build();
    }

    private static long lost(Set<String> replied, Set<String> kept) {
        assertThat(replied).as("what was replied to").hasSizeGreaterThan(100);
        return replied.stream().filter(counter -> !kept.contains(counter)).count();
    }

    private void terminate(int changes, Acknowledge acknowledge, boolean ownHook, List<String> members)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx384m",
                "-Drehydrate.cluster-name=sigterm",
                "-Drehydrate.port=" + FreePorts.any(),
                "-Drehydrate.members=" + String.join(",", members),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                TerminatedNode.class.getName()));
        command.addAll(
                List.of(String.valueOf(changes), acknowledge.name(), String.valueOf(ownHook), directory.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(directory.resolve("errors").toFile())
                .start();
        try (BufferedReader said = process.inputReader()) {
            assertThat(said.readLine())
                    .as("errors: %s", directory.resolve("errors"))
                    .isEqualTo("ready");
            process.destroy();
            assertThat(process.waitFor(LONGEST_STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private Set<String> named(String file) throws IOException {
        return new HashSet<>(Files.readAllLines(directory.resolve(file)));
    }

    /** The counters that have counted both messages. */
    private static Set<String> stored(InstanceStore store, Set<String> replied) {
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), PATIENCE);
        Set<String> stored = new HashSet<>();
        for (String counter : replied) {
            boolean counted = store.execute(
                            store.createHandle(owner, InstanceId.parse(counter)),
                            LoadInstance.of(LoadMode.peek()),
                            PATIENCE)
                    .loaded()
                    .map(found -> found.data().get("state", Counter.Count.class).messages)
                    .filter(messages -> messages == 2)
                    .isPresent();
            if (counted) {
                stored.add(counter);
            }
        }
        return stored;
    }
}
