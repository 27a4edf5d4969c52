// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line on a farm that runs: one member in this process, asked over a client. */
class FarmTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String NAME = "cli-" + InstanceId.random();

    /** A state whose class the command line does not need. */
    record Cart(int items) {}

    private static HazelcastInstanceStore member;
    private static OwnerId owner;

    @BeforeAll
    static void start() {
        StoreOptions options = StoreOptions.defaults()
                .withLease(Duration.ofSeconds(9))
                .withValues(ValueEncoding.with(
                        JacksonCodec.builder().schemaVersion(3).build()));
        member = HazelcastInstanceStore.startMember(HazelcastStoreOptions.builder()
                .clusterName(NAME)
                .port(0)
                .store(options)
                .build());
        owner = member.execute(
                member.createHandle(),
                CreateOwner.of(OwnerDescription.ofType("shop").describedBy(Map.of("node", "A"), Map.of())),
                TIMEOUT);
    }

    @AfterAll
    static void stop() {
        member.close();
    }

    private static Shell shell() {
        return Shell.real("--farm", member.members().get(0), "--cluster-name", NAME);
    }

    private static InstanceId cart(int items, AfterSave after) {
        InstanceId id = InstanceId.random();
        member.execute(
                member.createHandle(owner, id),
                CreateInstance.of(
                        InstanceChanges.builder()
                                .replaceData(Map.of(
                                        "state",
                                        InstanceValue.of(new Cart(items)),
                                        "items",
                                        InstanceValue.of(items).with(InstanceValue.Option.PROMOTED)))
                                .definition(DefinitionIdentity.of("Cart", "1.0"))
                                .build(),
                        after),
                TIMEOUT);
        return id;
    }

    @Test
    void instancesAreListedShownAndChanged() {
        InstanceId held = cart(7, AfterSave.KEEP);
        cart(3, AfterSave.RELEASE);

        CommandLineRun list = shell().run("instances", "list", "--where", "items > 5", "--json");
        CommandLineRun shown = shell().run("instances", "show", held.toString());
        CommandLineRun released = shell().run("instances", "release", held.toString(), "--reason", "it hangs", "--yes");
        CommandLineRun owners = shell().run("owners", "--watch", "10s");

        assertThat(list.json()).hasSize(1);
        assertThat(list.json().get(0).path("holder").asText()).isEqualTo(owner.toString());
        assertThat(list.json().get(0).path("promoted").path("items").asInt()).isEqualTo(7);
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(shown.out())
                .contains("  HELD", "node A (owner " + owner + "), which lives", "state = {\"items\":7}")
                .doesNotContain("POISON");
        assertThat(released.code()).as(released.err()).isZero();
        assertThat(released.out()).contains("no owner holds it");
        assertThat(owners.out()).containsPattern("node A .*alive +shop");
    }

    @Test
    void aRunningFarmIsExportedAndImported(@TempDir Path directory) {
        InstanceId id = cart(9, AfterSave.RELEASE);
        Path file = directory.resolve("export.jsonl");

        CommandLineRun exported = shell().run("export", file.toString(), "--where", "items = 9");
        shell().run("instances", "delete", id.toString(), "--reason", "test", "--yes");
        CommandLineRun imported = shell().run("import", file.toString());

        assertThat(exported.err()).contains("Exported 1 instances");
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("Created 1");
        assertThat(Files.exists(file)).isTrue();
        InstanceStore store = member;
        assertThat(store.commands()
                        .execute(id, dev.rehydrate.command.LoadInstance.read())
                        .snapshotOrThrow()
                        .data()
                        .get("state", Cart.class))
                .isEqualTo(new Cart(9));
    }

    @Test
    void aFarmWithoutADatabaseIsNotFlushed() {
        CommandLineRun run = shell().run("flush", "--timeout", "1h");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("does not write to a database");
    }

    @Test
    void anotherClusterNameIsRefusedWithTheAddress() {
        CommandLineRun run = Shell.real("--farm", member.members().get(0), "--cluster-name", "other")
                .run("owners");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .contains("cannot connect to the farm 'other' at "
                        + member.members().get(0))
                .contains("Check that a member runs");
    }
}
