// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A value whose bytes are not those that were exported is not imported. */
class ImportedBytesTest {

    @TempDir
    private Path directory;

    private Path export;
    private final InstanceId whole = InstanceId.random();
    private final InstanceId other = InstanceId.random();

    @BeforeEach
    void prepare() {
        export = directory.resolve("export.jsonl");
        create(whole, InstanceChanges.data(Map.of("a", "text")));
        create(other, InstanceChanges.data(Map.of("a", "other")));
    }

    private void create(InstanceId id, InstanceChanges<InstanceValue> changes) {
        try (InstanceStore store = open("source")) {
            store.commands().execute(id, CreateInstance.of(changes)).receiptOrThrow();
        }
    }

    private InstanceStore open(String name) {
        return JdbcInstanceStore.open(JdbcStoreOptions.file(directory.resolve(name)));
    }

    private CommandLineRun run(String database, String... words) {
        return Shell.real(
                        "--jdbc",
                        JdbcStoreOptions.file(directory.resolve(database)).url())
                .run(words);
    }

    private CommandLineRun imported() {
        return run("target", "import", export.toString(), "--create-tables");
    }

    private Optional<InstanceRecord> record(String database, InstanceId id) throws Exception {
        try (InstanceStore store = open(database)) {
            return store.inspection().record(id).get(1, TimeUnit.MINUTES);
        }
    }

    /** Exports, and then changes the bytes of the value of one instance. */
    private void exportWithBytes(InstanceId of, byte... bytes) throws IOException {
        assertThat(run("source", "export", export.toString()).code()).isZero();
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(export)) {
            JsonNode json = new ObjectMapper().readTree(line);
            if (json.path("id").asText().equals(of.toString())) {
                ((ObjectNode) json.path("data").path("a")).put("bytes", bytes);
            }
            lines.add(json.toString());
        }
        Files.write(export, lines);
    }

    @Test
    void aValueWhoseBytesHaveChangedIsRefusedAndTheOtherInstancesAreNot() throws Exception {
        byte[] changed = valueOf(record("source", whole)).encoded().toBytes();
        changed[changed.length - 1] ^= 1;
        exportWithBytes(whole, changed);

        CommandLineRun imported = imported();

        assertThat(imported.code()).as(imported.err()).isEqualTo(1);
        assertThat(imported.err())
                .contains(
                        "Created 1, there before 0, refused 1.",
                        "the bytes of the value 'a' are not those that were exported: the checksum does not match");
        assertThat(record("target", whole)).isEmpty();
        assertThat(valueOf(record("target", other))).isEqualTo(valueOf(record("source", other)));
    }

    @Test
    void aValueWithoutBytesIsRefusedAndTheOtherInstancesAreNot() throws Exception {
        exportWithBytes(whole);

        CommandLineRun imported = imported();

        assertThat(imported.code()).as(imported.err()).isEqualTo(1);
        assertThat(imported.err()).contains("Created 1, there before 0, refused 1.", "a value has no bytes");
        assertThat(record("target", whole)).isEmpty();
    }

    @Test
    void whatWasDamagedWhenItWasExportedIsSaidAndCopiedAsItIs() throws Exception {
        InstanceId damaged = InstanceId.random();
        InstanceKey key = InstanceKey.of("shop", "voucher 7");
        StoredValue value = new StoredValue(EncodedValue.fromBytes(new byte[] {1, 2, 3}), Set.of(), null);
        create(
                damaged,
                InstanceChanges.builder()
                        .replaceData(Map.of("a", value.asIs(), "b", InstanceValue.of("whole")))
                        .metadata(ValueDelta.putting(Map.of("m\u001b[2J", value.asIs())))
                        .keys(KeyChanges.associating(Map.of(key, Map.of("k", value.asIs()))))
                        .build());

        CommandLineRun exported = run("source", "export", export.toString());
        CommandLineRun imported = imported();

        assertThat(exported.code()).as(exported.err()).isEqualTo(1);
        assertThat(exported.err())
                .contains(
                        "Instance " + damaged
                                + " is exported as it is stored, but some of it cannot be read: the value 'a': ",
                        "; the metadata 'm\\u001b[2J': ",
                        "; the metadata of the key " + key + " 'k': ",
                        "Exported 3 instances.")
                .doesNotContain("'b'", whole.toString(), other.toString());
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err())
                .contains(
                        "Instance " + damaged + " was created, but some of it cannot be read: the value 'a': ",
                        "; the metadata 'm\\u001b[2J': ",
                        "; the metadata of the key " + key + " 'k': ",
                        "Created 3, there before 0, refused 0.")
                .doesNotContain("'b'", whole.toString(), other.toString(), "\u001b");
        assertThat(valueOf(record("target", damaged))).isEqualTo(value);
        assertThat(imported().err())
                .contains("Created 0, there before 3, refused 0.")
                .doesNotContain(damaged.toString());
    }

    private static StoredValue valueOf(Optional<InstanceRecord> record) {
        return record.orElseThrow().data().get("a");
    }
}
