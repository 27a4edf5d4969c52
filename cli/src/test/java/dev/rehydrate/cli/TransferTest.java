// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports and imports between two H2 files. */
class TransferTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Instant DUE = Instant.parse("2126-11-22T12:00:00Z");

    @TempDir
    private Path directory;

    private Path export;
    private final InstanceId rich = InstanceId.random();
    private final InstanceId ended = InstanceId.random();
    private final InstanceId halfEnded = InstanceId.random();
    private final InstanceId bare = InstanceId.random();
    private final InstanceKey further = InstanceKey.of("shop", "further");
    private final InstanceKey closed = InstanceKey.of("shop", "closed");
    private final InstanceKey open = InstanceKey.of("shop", "open");

    @BeforeEach
    void prepare() {
        export = directory.resolve("export.jsonl");
        try (InstanceStore store = open("source")) {
            OwnerId owner =
                    store.execute(store.createHandle(), CreateOwner.of(OwnerDescription.ofType("shop")), TIMEOUT);
            store.execute(store.createHandle(owner, rich), CreateInstance.of(rich(), AfterSave.RELEASE), TIMEOUT);
            store.commands().execute(ended, CreateInstance.of(InstanceChanges.data(Map.of("a", "ended"))));
            store.commands().execute(ended, CompleteInstance.by(CompletionAction.KEEP));
            store.commands()
                    .execute(
                            halfEnded,
                            CreateInstance.of(InstanceChanges.builder()
                                    .replaceData(Map.of("a", InstanceValue.of(1)))
                                    .keys(KeyChanges.associating(Map.of(closed, Map.of(), open, Map.of())))
                                    .build()));
            store.commands()
                    .execute(
                            halfEnded,
                            SaveInstance.of(
                                    InstanceChanges.<InstanceValue>none().withKeys(KeyChanges.completing(closed))));
            store.commands().execute(bare, CreateInstance.of(InstanceChanges.none()));
        }
    }

    private InstanceChanges<InstanceValue> rich() {
        return InstanceChanges.builder()
                .replaceData(Map.of(
                        "total", InstanceValue.of(12.5).with(Option.PROMOTED),
                        "secret", InstanceValue.of("s").with(Option.WRITE_ONLY),
                        "bytes", InstanceValue.of(new byte[] {0, -1, 7})))
                .metadata(ValueDelta.putting(Map.of("note", InstanceValue.of("ä\nb"))))
                .keys(KeyChanges.associating(Map.of(further, Map.of("text", InstanceValue.of("the order")))))
                .definition(DefinitionIdentity.of("Order", "2.1"))
                .dueAt(DUE)
                .idleTtl(Duration.ofDays(3))
                .suspend("inventory", null)
                .build();
    }

    private JdbcStoreOptions database(String name) {
        return JdbcStoreOptions.file(directory.resolve(name));
    }

    private InstanceStore open(String name) {
        return JdbcInstanceStore.open(database(name));
    }

    private Shell shell(String name) {
        return Shell.real("--jdbc", String.valueOf(database(name).url()));
    }

    private CommandLineRun imported(String... more) {
        List<String> arguments = new java.util.ArrayList<>(List.of("import", export.toString(), "--create-tables"));
        arguments.addAll(List.of(more));
        return shell("target").run(arguments.toArray(String[]::new));
    }

    private static InstanceRecord record(InstanceStore store, InstanceId id) throws Exception {
        return store.inspection().record(id).get(1, TimeUnit.MINUTES).orElseThrow();
    }

    @Test
    void whatIsImportedIsWhatWasExported() throws Exception {
        CommandLineRun exported = shell("source").run("export", export.toString());
        CommandLineRun imported = imported();

        assertThat(exported.code()).as(exported.err()).isZero();
        assertThat(exported.err()).contains("Exported 4 instances");
        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("Created 4, there before 0, refused 0");
        try (InstanceStore source = open("source");
                InstanceStore target = open("target")) {
            for (InstanceId id : List.of(rich, ended, halfEnded, bare)) {
                InstanceRecord was = record(source, id);
                InstanceRecord is = record(target, id);
                assertThat(is.data()).isEqualTo(was.data());
                assertThat(is.metadata()).isEqualTo(was.metadata());
                assertThat(is.keys()).isEqualTo(was.keys());
                assertThat(is.idleTtl()).isEqualTo(was.idleTtl());
                assertThat(is.state()).isEqualTo(was.state());
                assertThat(is.header().hostType()).isEqualTo(was.header().hostType());
                assertThat(is.header().definition()).isEqualTo(was.header().definition());
                assertThat(is.header().dueAt()).isEqualTo(was.header().dueAt());
                assertThat(is.header().suspension() == null)
                        .isEqualTo(was.header().suspension() == null);
            }
            assertThat(record(target, rich).header().suspension().reason()).isEqualTo("inventory");
            assertThat(target.inspection().key(further).get(1, TimeUnit.MINUTES).listedBy())
                    .isEqualTo(rich);
        }
    }

    @Test
    void anImportThatBeginsBehindTheFileIsRefused() {
        shell("source").run("export", export.toString());
        imported();

        CommandLineRun behind = imported("--from-line", "8");
        CommandLineRun atEnd = imported("--from-line", "7");

        assertThat(behind.code()).isEqualTo(1);
        assertThat(behind.err()).contains("There is no line 8, the last one is 6. Nothing was imported.");
        assertThat(atEnd.code()).as(atEnd.err()).isZero();
    }

    @Test
    void anImportCanBeRepeated() {
        shell("source").run("export", export.toString());
        imported("--from-line", "4");

        CommandLineRun rest = imported("--json");
        CommandLineRun again = imported("--refuse-existing");

        // The instance without data is created anew each time: there is nothing to be kept.
        assertThat(rest.code()).as(rest.err()).isZero();
        long created = rest.json().get(0).path("created").asLong();
        assertThat(created).isBetween(2L, 3L);
        assertThat(rest.json().get(0).path("thereBefore").asLong()).isEqualTo(4 - created);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err())
                .contains("Created 1, there before 0, refused 3.")
                .contains("refused: an instance with this id is there, and was left as it is");
    }

    /** As editors and shells of Windows write it before the first line. */
    @Test
    void aByteOrderMarkBeforeTheFirstLineIsNoPartOfIt() throws IOException {
        shell("source").run("export", export.toString());
        Files.writeString(export, "\ufeff" + Files.readString(export));
        CommandLineRun whole = imported();
        Files.write(export, Files.readAllLines(export).subList(2, 5));
        Files.writeString(export, "\ufeff" + Files.readString(export));
        CommandLineRun lines = imported();

        assertThat(whole.code()).as(whole.err()).isZero();
        assertThat(whole.err()).contains("Created 4, there before 0, refused 0");
        assertThat(lines.err()).contains("refused 0");
    }

    @Test
    void anExportThatWasCutOffGoesOnAfterItsLastWholeLine() throws IOException {
        shell("source").run("export", export.toString());
        List<String> whole = Files.readAllLines(export);
        String cut =
                String.join("\n", whole.subList(0, 3)) + "\n" + whole.get(3).substring(0, 40);
        Files.writeString(export, cut);

        CommandLineRun resumed = shell("source").run("export", export.toString(), "--resume");

        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(Files.readAllLines(export)).isEqualTo(whole);
        assertThat(resumed.err()).contains("Exported 2 instances");
        assertThat(shell("source").run("export", export.toString(), "--resume").err())
                .contains("Exported 0 instances");
        assertThat(shell("source").run("export", export.toString()).code()).isEqualTo(2);
    }

    @Test
    void anExportGoesThroughAPipe() {
        CommandLineRun exported = shell("source").run("export", "--definition", "Order");

        assertThat(exported.json()).hasSize(3);
        assertThat(exported.json().get(0).path("format").asText()).isEqualTo("rehydrate-export/1");
        assertThat(exported.json()
                        .get(1)
                        .path("data")
                        .path("total")
                        .path("codec")
                        .asText())
                .isNotBlank();
        CommandLineRun imported = shell("target").typing(exported.out()).run("import", "--create-tables");
        assertThat(imported.err()).contains("Created 1");
    }

    @Test
    void aLineThatCannotBeImportedIsRefusedAndTheOthersAreNot() throws IOException {
        shell("source").run("export", export.toString());
        try (InstanceStore target = open("target")) {
            target.commands()
                    .execute(
                            InstanceId.random(),
                            CreateInstance.of(InstanceChanges.builder()
                                    .replaceData(Map.of("a", InstanceValue.of(1)))
                                    .keys(KeyChanges.associating(further))
                                    .build()));
        }
        List<String> lines = Files.readAllLines(export);
        lines.addAll(5, List.of("{\"id\":7}", "no json"));
        Files.write(export, lines);

        CommandLineRun imported = imported();

        assertThat(imported.code()).isEqualTo(1);
        assertThat(imported.err())
                .contains("Created 3, there before 0, refused 3")
                .contains("line 6: refused: not a line of an export")
                .contains("line 7: refused: not a line of an export: Unrecognized token 'no'")
                .doesNotContain("Source:")
                .contains(further.toString());
    }

    /** As from a pipe whose first program has failed, or from a copy for which there was no room. */
    @Test
    void nothingIsNoExport() throws IOException {
        Files.writeString(export, "");
        CommandLineRun ofNothing = imported();
        Files.writeString(export, "{\"format\":\"rehydrate-export/1\"}\n");
        CommandLineRun ofNoInstance = imported();

        assertThat(ofNothing.code()).isEqualTo(1);
        assertThat(ofNothing.err()).contains("There is no line to import");
        assertThat(ofNoInstance.code()).as("it has begun, and not ended").isEqualTo(1);
    }

    /** As where two files were put together, and the line break between them is missing. */
    @Test
    void aLineWithTwoInstancesIsRefusedAndNoneOfThemIsLeftOut() throws IOException {
        shell("source").run("export", export.toString());
        List<String> lines = Files.readAllLines(export);
        Files.writeString(
                export,
                lines.get(0) + "\n" + lines.get(1) + lines.get(2) + "\n" + lines.get(3) + "\n" + lines.get(4) + "\n");

        CommandLineRun imported = imported();

        assertThat(imported.code()).as(imported.err()).isEqualTo(1);
        assertThat(imported.err())
                .contains("line 2: refused: not a line of an export")
                .contains("Created 2, there before 0, refused 1");
    }

    /** As large as the limit of a store lets a value be; its base64 is a third longer. */
    @Test
    void theLargestValueIsImportedToo() throws Exception {
        InstanceId large = InstanceId.random();
        byte[] bytes = new byte[(16 << 20) - 1000];
        try (InstanceStore source = open("source")) {
            source.commands().execute(large, CreateInstance.of(InstanceChanges.data(Map.of("a", bytes))));
        }
        shell("source").run("export", export.toString());

        CommandLineRun imported = imported();
        CommandLineRun resumed = shell("source").run("export", export.toString(), "--resume");

        assertThat(imported.code()).as(imported.err()).isZero();
        assertThat(imported.err()).contains("Created 5, there before 0, refused 0");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        try (InstanceStore target = open("target")) {
            assertThat(record(target, large).data()).containsOnlyKeys("a");
        }
    }

    /** Java has texts that UTF-8 has not, and stores keep them. */
    @Test
    void halfASurrogatePairIsNotReplaced() throws Exception {
        InstanceId odd = InstanceId.random();
        String half = "half \ud83d and whole \ud83d\ude00";
        try (InstanceStore source = open("source")) {
            source.commands()
                    .execute(
                            odd,
                            CreateInstance.of(InstanceChanges.builder()
                                    .replaceData(Map.of(
                                            "a",
                                            InstanceValue.of(half).with(Option.PROMOTED),
                                            half,
                                            InstanceValue.of(1),
                                            half.replace('\ud83d', '\ude00'),
                                            InstanceValue.of(2)))
                                    .metadata(ValueDelta.putting(Map.of("\ude00", InstanceValue.of(1))))
                                    .definition(DefinitionIdentity.of(half, "1.0"))
                                    .build()));
        }
        shell("source").run("export", export.toString());
        CommandLineRun listed = shell("source").run("instances", "list", "--json");

        CommandLineRun imported = imported();

        assertThat(imported.err()).contains("Created 5, there before 0, refused 0");
        try (InstanceStore source = open("source");
                InstanceStore target = open("target")) {
            assertThat(record(target, odd).data()).isEqualTo(record(source, odd).data());
            assertThat(record(target, odd).metadata())
                    .isEqualTo(record(source, odd).metadata());
            assertThat(record(target, odd).header().definition())
                    .isEqualTo(record(source, odd).header().definition());
        }
        assertThat(listed.json())
                .extracting(line -> line.path("definition").asText())
                .contains(half);
    }

    @Test
    void whatIsNoExportIsRefused() throws IOException {
        Files.writeString(export, "{\"format\":\"other/2\"}\n");

        assertThat(imported().code()).isEqualTo(2);
        CommandLineRun resumed = shell("source").run("export", export.toString(), "--resume");
        assertThat(resumed.code()).isNotZero();
        assertThat(resumed.err()).contains("is not an export of format");
        assertThat(Files.readString(export)).isEqualTo("{\"format\":\"other/2\"}\n");
    }

    @Test
    void aFileThatNoExportHasBegunIsLeftAsItIs() throws IOException {
        String first = firstLine();
        for (String other : List.of(
                "my notes, without a line break",
                "a longer text than the first line of any export has, without a line break",
                "notes\nabout rehydrate-export/1\n",
                "{\"a\":\"rehydrate-export/1\"}\n",
                firstLine() + " and more",
                firstLine() + " \n")) {
            Files.writeString(export, other);

            CommandLineRun resumed = shell("source").run("export", export.toString(), "--resume");

            assertThat(resumed.code()).as(other).isEqualTo(1);
            assertThat(resumed.err()).contains("is not an export of format", "left as it is");
            assertThat(Files.readString(export)).isEqualTo(other);
        }
        for (String begun : List.of("", first.substring(0, 9), first)) {
            Files.writeString(export, begun);

            assertThat(shell("source")
                            .run("export", export.toString(), "--resume")
                            .err())
                    .contains("Exported 4 instances");
            assertThat(Files.readAllLines(export)).hasSize(6).startsWith(first);
        }
    }

    @Test
    void theProgressOfAResumedExportIsOfWhatIsLeft() throws IOException {
        shell("source").run("export", export.toString());
        List<String> whole = Files.readAllLines(export);
        Files.writeString(export, String.join("\n", whole.subList(0, 4)) + "\n");

        CommandLineRun resumed = shell("source").typing("").run("export", export.toString(), "--resume");

        assertThat(resumed.err()).contains("100 % 1 of 1 instances");
    }

    @Test
    void anExportIntoAPipeThatIsGoneIsAFailure() {
        PrintStream gone = new PrintStream(new OutputStream() {
            @Override
            public void write(int each) throws IOException {
                throw new IOException("Broken pipe");
            }
        });

        CommandLineRun run = shell("source").into(gone).run("export");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("the export is not whole").doesNotContain("Exported");
    }

    @Test
    void aFirstLineOfAnotherFormatFurtherDownIsALineThatIsRefused() throws IOException {
        shell("source").run("export", export.toString());
        Files.writeString(export, Files.readString(export) + "{\"format\":\"other/2\"}\n" + firstLine() + "\n");

        CommandLineRun imported = imported();

        assertThat(imported.code()).isEqualTo(1);
        assertThat(imported.err())
                .contains("line 7: refused", "this is not an export of format rehydrate-export/1")
                .contains("Created 4, there before 0, refused 1");
    }

    private static String firstLine() {
        return "{\"format\":\"rehydrate-export/1\"}";
    }

    @Test
    void anImportThatIsCutShortSaysWhereToGoOn() throws IOException {
        shell("source").run("export", export.toString());
        byte[] whole = Files.readAllBytes(export);
        byte[] damaged = Arrays.copyOf(whole, whole.length + 2);
        damaged[whole.length] = (byte) 0xff;
        damaged[whole.length + 1] = '\n';
        Files.write(export, damaged);

        CommandLineRun imported = imported();

        assertThat(imported.code()).isEqualTo(1);
        assertThat(imported.err()).contains("Created ", "Go on with --from-line ");
    }

    @Test
    void aStoreThatDoesNotAnswerEndsAnImportWithItsReport() throws IOException {
        shell("source").run("export", export.toString());
        for (int answers : new int[] {0, 1, 3}) {
            DeafStore deaf = DeafStore.after(answers);
            CommandLineRun imported = Shell.of((target, options) -> deaf.open(options), TimeSource.system())
                    .run("import", export.toString());

            assertThat(imported.code()).as(imported.err()).isEqualTo(3);
            assertThat(imported.err()).contains("Created ", "Go on with --from-line ");
        }
    }

    @Test
    void aDatabaseWithoutTablesIsRefusedAndLeftAsItIs() throws SQLException {
        DriverManager.getConnection(String.valueOf(database("empty").url()), "rehydrate", "")
                .close();
        CommandLineRun run = shell("empty").run("owners");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .contains(
                        "cannot connect to the database jdbc:h2:file:",
                        "tables",
                        "Check the URL",
                        "--schema",
                        "are made or brought up to date with --create-tables only");
    }
}
