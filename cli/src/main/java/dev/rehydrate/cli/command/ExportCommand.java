// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.FailureText;
import dev.rehydrate.cli.terminal.Progress;
import dev.rehydrate.cli.transfer.ExportEnd;
import dev.rehydrate.cli.transfer.ExportFile;
import dev.rehydrate.cli.transfer.InstanceLine;
import dev.rehydrate.cli.transfer.JsonLine;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.operations.reading.Answers;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.inspection.StoreInspection;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes instances as lines of JSON. */
@Command(
        name = "export",
        description = "Write instances with all that is stored of them as lines of JSON, while the farm runs.",
        mixinStandardHelpOptions = true)
public final class ExportCommand extends StoreCommand {

    private static final int PAGE = 200;
    /** Instances that are read together are in memory together: so many, or fewer if those before them were large. */
    private static final int MOST_AT_A_TIME = 64;

    private static final int FIRST_AT_A_TIME = 8;
    private static final int LENGTH_AT_A_TIME = 16 << 20;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "The file; without it the standard output.")
    private @Nullable Path path;

    @Mixin
    private final QueryOptions conditions = new QueryOptions();

    @Option(
            names = "--resume",
            description = "Go on after the last instance of the file; give the same conditions as before.")
    private boolean resume;

    private int atATime = FIRST_AT_A_TIME;
    private boolean hasDamagedValues;

    /**
     * Makes the command.
     *
     * @param connection where the instances are
     */
    public ExportCommand(Connection connection) {
        super(connection);
    }

    @Override
    void check() {
        if (path == null && resume) {
            throw usage("--resume needs a file");
        }
        if (path != null && !resume && Files.exists(path)) {
            throw usage(path + " exists: go on with --resume, or name another file");
        }
        if (path != null && resume && !Files.exists(path)) {
            throw usage("there is no file " + path + " to go on with");
        }
        var unused = query(connection.time().instant());
    }

    @Override
    int run(InstanceStore store) throws Exception {
        InstanceQuery.Builder query = query(store.now());
        long total = terminal().isInteractive()
                ? new StoreReader(store, null).list(query.build().countOnly()).total()
                : Progress.UNKNOWN;
        if (path == null) {
            deliver(JsonLine.of(ExportFile.firstLine()));
            long written = write(store, query.build(), this::deliver, total);
            deliver(JsonLine.of(new ExportEnd(written, isAll()).line()));
            return exported(written);
        }
        try (ExportFile file = resume ? ExportFile.resume(path) : ExportFile.create(path)) {
            file.last().ifPresent(last -> query.after(new InstanceQuery.Position(last, null)));
            long left = total == Progress.UNKNOWN ? total : Math.max(0, total - file.instances());
            long written = write(store, query.build(), file::add, left);
            file.end(isAll());
            return exported(written);
        } catch (FileAlreadyExistsException raced) {
            throw usage(path + " exists: go on with --resume, or name another file");
        }
    }

    private InstanceQuery.Builder query(Instant now) {
        try {
            return conditions.query(now).page(0, PAGE);
        } catch (IllegalArgumentException cannotBeRead) {
            throw usage(String.valueOf(cannotBeRead.getMessage()));
        }
    }

    private int exported(long written) {
        say("Exported " + written + " instances.");
        return hasDamagedValues ? ExitCode.REFUSED : done();
    }

    /** A stream for printing keeps its failures to itself, and a pipe whose reader has gone must not look like a whole export. */
    private void deliver(String line) throws IOException {
        terminal().out().println(line);
        if (terminal().out().checkError()) {
            throw new IOException("the standard output cannot be written: the export is not whole");
        }
    }

    /** Takes one line after the other. */
    private interface Sink {
        void take(String line) throws IOException;
    }

    private long write(InstanceStore store, InstanceQuery first, Sink sink, long total) throws IOException {
        StoreReader reader = new StoreReader(store, null);
        long written = 0;
        Optional<InstanceQuery> next = Optional.of(first);
        try (Progress progress = new Progress(terminal(), connection.time(), "instances", total)) {
            while (next.isPresent()) {
                InstanceQuery query = next.get();
                InstancePage page = reader.list(query);
                lookForGap(page);
                List<InstanceId> left = page.entries().stream()
                        .map(entry -> entry.header().id())
                        .toList();
                while (!left.isEmpty()) {
                    int some = Math.min(atATime, left.size());
                    written += write(store.inspection(), left.subList(0, some), sink);
                    progress.at(written);
                    left = left.subList(some, left.size());
                }
                next = query.following(page);
            }
        }
        return written;
    }

    /** One that is damaged must not keep those behind it out of a copy. */
    private Optional<InstanceRecord> recordOf(InstanceId id, CompletableFuture<Optional<InstanceRecord>> read) {
        try {
            return Answers.await(read, StoreInspection.TIMEOUT.plusSeconds(1));
        } catch (CorruptRecordException damaged) {
            isNotAll("Instance " + id + " is not exported: " + FailureText.of(damaged));
            return Optional.empty();
        }
    }

    /** The bytes are kept, for a copy made before the damage may mend them; who made this one has to know. */
    private void lookForDamage(InstanceId id, ObjectNode instance) {
        List<String> damaged = InstanceLine.damaged(instance);
        if (!damaged.isEmpty()) {
            hasDamagedValues = true;
            say("Instance " + id + " is exported as it is stored, but some of it cannot be read: "
                    + String.join("; ", damaged));
        }
    }

    /** Reads instances together. What has gone since the page was read has no line. */
    private int write(StoreInspection inspection, List<InstanceId> ids, Sink sink) throws IOException {
        Map<InstanceId, CompletableFuture<Optional<InstanceRecord>>> reads = new LinkedHashMap<>();
        ids.forEach(id -> reads.put(id, inspection.record(id)));
        int written = 0;
        int longest = 1;
        for (Map.Entry<InstanceId, CompletableFuture<Optional<InstanceRecord>>> read : reads.entrySet()) {
            Optional<InstanceRecord> record = recordOf(read.getKey(), read.getValue());
            if (record.isPresent()) {
                ObjectNode instance = InstanceLine.of(record.get());
                lookForDamage(read.getKey(), instance);
                String line = JsonLine.of(instance);
                sink.take(line);
                written++;
                longest = Math.max(longest, line.length());
            }
        }
        atATime = Math.max(1, Math.min(MOST_AT_A_TIME, LENGTH_AT_A_TIME / longest));
        return written;
    }
}
