// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.WriteBehind;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The command line on a farm whose changes are copied to a database, and on that database after the farm has ended. */
class WriteBehindFarmTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String NAME = "cli-behind-" + InstanceId.random();

    /** Under target; H2 may still be closing its file when a test has ended. */
    @TempDir(cleanup = CleanupMode.NEVER)
    private Path directory;

    @Test
    void itIsAskedAndChangedAsAnyFarmAndItsDatabaseHasWhatWasDone() {
        String url = "jdbc:h2:file:" + directory.resolve("farm");
        InstanceId kept;
        InstanceId deleted;
        try (HazelcastInstanceStore member = start(url)) {
            OwnerId owner =
                    member.execute(member.createHandle(), CreateOwner.of(OwnerDescription.ofType("shop")), TIMEOUT);
            kept = create(member, owner);
            deleted = create(member, owner);
            Shell farm = Shell.real(
                    "--farm", member.members().get(0), "--cluster-name", NAME, "--durability", "write-behind");

            assertThat(ids(farm)).contains(kept.toString(), deleted.toString());
            CommandLineRun deletion =
                    farm.run("instances", "delete", deleted.toString(), "--reason", "a test", "--yes");
            assertThat(deletion.code()).as(deletion.err()).isZero();

            CommandLineRun flushed = farm.run("flush", "--json");
            assertThat(flushed.code()).as(flushed.err()).isZero();
            assertThat(flushed.json()).hasSize(1);

            CommandLineRun asMemory = Shell.real("--farm", member.members().get(0), "--cluster-name", NAME)
                    .run("instances", "list");
            assertThat(asMemory.code()).isEqualTo(3);
            assertThat(asMemory.err()).contains("--durability is what its members have");
        }

        Shell database = Shell.real("--jdbc", url);
        assertThat(ids(database)).contains(kept.toString()).doesNotContain(deleted.toString());
        CommandLineRun notFlushed = database.run("flush");
        assertThat(notFlushed.code()).isEqualTo(1);
        assertThat(notFlushed.err()).contains("this is no farm");
    }

    private static HazelcastInstanceStore start(String url) {
        return WriteBehind.start(
                HazelcastStoreOptions.builder()
                        .clusterName(NAME)
                        .port(0)
                        .durability(Durability.WRITE_BEHIND)
                        .build(),
                JdbcStoreOptions.of(url, "rehydrate", "").allowingNotDurable(),
                Duration.ofHours(1));
    }

    private static InstanceId create(HazelcastInstanceStore store, OwnerId owner) {
        InstanceId id = InstanceId.random();
        store.execute(
                        store.createHandle(owner, id),
                        CreateInstance.of(InstanceChanges.data(Map.of("total", 5)), AfterSave.RELEASE),
                        TIMEOUT)
                .receiptOrThrow();
        return id;
    }

    private static String ids(Shell shell) {
        CommandLineRun list = shell.run("instances", "list", "--json");
        assertThat(list.code()).as(list.err()).isZero();
        return list.out();
    }
}
