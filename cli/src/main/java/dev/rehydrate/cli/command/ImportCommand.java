// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.Progress;
import dev.rehydrate.cli.transfer.ExportEnd;
import dev.rehydrate.cli.transfer.ExportFile;
import dev.rehydrate.cli.transfer.ImportedFile;
import dev.rehydrate.cli.transfer.InstanceImport;
import dev.rehydrate.cli.transfer.InstanceLine;
import dev.rehydrate.cli.transfer.JsonLine;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.reading.Answers;
import dev.rehydrate.store.InstanceStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates instances of the lines of an export. */
@Command(
        name = "import",
        description = "Create the instances of an export that are not there; those that are there stay as they are.",
        mixinStandardHelpOptions = true)
public final class ImportCommand extends StoreCommand {

    private static final int WINDOW = 64;
    /** Lines that are under way are in memory together: so many, or fewer if they are long. */
    private static final int WINDOW_LENGTH = 16 << 20;

    /** Editors and shells of Windows write it before the first line of a file in UTF-8. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    /** An instance takes three commands, and two more for each other writer that comes between, which are quick then. */
    private static final Duration PATIENCE =
            InstanceImport.TIMEOUT.multipliedBy(3).plusSeconds(1);

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The file; without it the standard input.")
    private @Nullable Path path;

    @Option(names = "--from-line", paramLabel = "N", description = "Begin with this line; the first is 1.")
    private long fromLine = 1;

    @Option(
            names = "--refuse-existing",
            description = "Count an instance that is there as refused, so that the exit code is 1.")
    private boolean refuseExisting;

    @Option(
            names = "--partial",
            description =
                    "The file has some lines of an export only, or is of an earlier build: do not look whether it is whole.")
    private boolean partial;

    private final ImportedFile file = new ImportedFile();

    private long created;
    private long there;
    private long refused;
    private long line;
    private long settling = 1;
    private boolean whole;

    /**
     * A line that is under way, or that could not be read.
     *
     * @param number the first is 1
     * @param answer what becomes of it
     * @param damage what of it cannot be read, as it was exported; empty if all can
     */
    private record Begun(long number, CompletableFuture<InstanceImport.Outcome> answer, String damage) {}

    /**
     * Makes the command.
     *
     * @param connection where the instances will be
     */
    public ImportCommand(Connection connection) {
        super(connection);
    }

    @Override
    void check() {
        if (path != null && (!Files.isReadable(path) || Files.isDirectory(path))) {
            throw usage("there is no file " + path + " that can be read");
        }
        if (fromLine < 1) {
            throw usage("--from-line is 1 or more");
        }
    }

    @Override
    int run(InstanceStore store) throws Exception {
        InstanceImport instances = new InstanceImport(store);
        try (BufferedReader lines = reader();
                Progress progress = new Progress(terminal(), connection.time(), "lines", Progress.UNKNOWN)) {
            List<Begun> window = window(lines, instances);
            while (!window.isEmpty()) {
                for (Begun each : window) {
                    settling = each.number();
                    settle(each);
                }
                settling = line + 1;
                progress.at(line);
                window = window(lines, instances);
            }
        } catch (IOException | IllegalStateException | InstanceStoreException cutShort) {
            report();
            say("Go on with --from-line " + settling
                    + "; lines behind it may have been imported too, and are then left as they are.");
            throw cutShort;
        }
        if (line + 1 < fromLine) {
            say("There is no line " + fromLine + ", the last one is " + line + ". Nothing was imported.");
            return ExitCode.REFUSED;
        }
        if (line == 0) {
            say(
                    "There is no line to import, and an export has at least its first one. What should have written it has failed.");
            return ExitCode.REFUSED;
        }
        if (!partial) {
            List<String> problems = file.problems();
            problems.forEach(this::isNotAll);
            whole = problems.isEmpty();
        }
        report();
        return refused > 0 ? ExitCode.REFUSED : done();
    }

    /** Neither of them replaces what is no text: it would be imported so. */
    private BufferedReader reader() throws IOException {
        return path == null
                ? new BufferedReader(new InputStreamReader(terminal().in(), StandardCharsets.UTF_8.newDecoder()))
                : Files.newBufferedReader(path);
    }

    private List<Begun> window(BufferedReader lines, InstanceImport instances) throws IOException {
        List<Begun> window = new ArrayList<>();
        long length = 0;
        while (window.size() < WINDOW && length < WINDOW_LENGTH) {
            String text = lines.readLine();
            if (text == null) {
                return window;
            }
            line++;
            if (line == 1 && text.startsWith(BYTE_ORDER_MARK)) {
                text = text.substring(BYTE_ORDER_MARK.length());
            }
            if (text.isBlank()) {
                continue;
            }
            if (line < fromLine) {
                pass(text);
                continue;
            }
            length += text.length();
            if (!begin(text, instances, window)) {
                return window;
            }
        }
        return window;
    }

    /** A line before the one to begin with, which is only counted. */
    private void pass(String text) {
        try {
            file.take(line, JsonLine.read(text));
        } catch (JsonProcessingException | IllegalArgumentException notALine) {
            file.instance(line);
        }
    }

    /** Begins with a line. Returns false if the store does not answer, so that no more lines are tried. */
    private boolean begin(String text, InstanceImport instances, List<Begun> window) {
        try {
            JsonNode json = JsonLine.read(text);
            if (ExportFile.isFirst(json)) {
                requireFormat(json);
            }
            file.take(line, json);
            if (!ExportFile.isFirst(json) && !ExportEnd.is(json)) {
                window.add(new Begun(line, instances.create(json), damage(json)));
            }
        } catch (InstanceStoreException noOwner) {
            window.add(new Begun(line, CompletableFuture.failedFuture(noOwner), ""));
            return false;
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeException notALine) {
            file.instance(line);
            window.add(new Begun(
                    line,
                    CompletableFuture.failedFuture(new IllegalArgumentException(
                            "not a line of an export: " + SafeText.line(reason(notALine)))),
                    ""));
        }
        return true;
    }

    /** What an import has copied as it is: its bytes could not be read when it was exported. */
    private static String damage(JsonNode json) {
        List<String> damaged = InstanceLine.damaged(json);
        return damaged.isEmpty()
                ? ""
                : "Instance " + json.path("id").asText() + " was created, but some of it cannot be read: "
                        + String.join("; ", damaged);
    }

    /** The parser sees one line, and would name a place in line 1. */
    private static @Nullable String reason(Exception notALine) {
        return notALine instanceof JsonProcessingException json ? json.getOriginalMessage() : notALine.getMessage();
    }

    private void requireFormat(JsonNode first) {
        if (first.equals(ExportFile.firstLine())) {
            return;
        }
        String problem = "this is not an export of format " + ExportFile.FORMAT + ": " + SafeText.line(first);
        throw line == 1 ? usage(problem) : new IllegalArgumentException(problem);
    }

    private void settle(Begun each) {
        try {
            switch (Answers.await(each.answer(), PATIENCE)) {
                case CREATED -> {
                    created++;
                    if (!each.damage().isEmpty()) {
                        say(each.damage());
                    }
                }
                case HALF ->
                    refuse(
                            each.number(),
                            "other writers change this instance, so that it is created but still suspended; import it again to end it");
                case RESUMED ->
                    refuse(
                            each.number(),
                            "another writer resumed this instance while it was imported, so that it is created, but keys that were completed are associated; to have it as it was exported, delete it and import it again");
                case THERE -> there(each.number());
            }
        } catch (IllegalArgumentException notALine) {
            refuse(each.number(), notALine.getMessage());
        } catch (InstanceStoreException failure) {
            if (ExitCode.of(failure) == ExitCode.UNKNOWN) {
                throw failure;
            }
            refuse(each.number(), failure.getMessage());
        }
    }

    private void there(long number) {
        if (refuseExisting) {
            refuse(number, "an instance with this id is there, and was left as it is");
        } else {
            there++;
        }
    }

    private void refuse(long number, @Nullable String why) {
        refused++;
        say("line " + number + ": refused: " + SafeText.line(why));
    }

    private void report() {
        say("Created " + created + ", there before " + there + ", refused " + refused + ".");
        if (isJson()) {
            print(Json.object()
                    .put("created", created)
                    .put("thereBefore", there)
                    .put("refused", refused)
                    .put("complete", whole));
        }
    }
}
