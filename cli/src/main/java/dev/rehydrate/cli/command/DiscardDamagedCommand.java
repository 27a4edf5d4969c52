// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.FailureText;
import dev.rehydrate.cli.transfer.JsonFields;
import dev.rehydrate.cli.transfer.KeptRecords;
import dev.rehydrate.engine.StoredRow;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.action.ActionReport.Result;
import dev.rehydrate.operations.action.DamagedRecords;
import dev.rehydrate.operations.action.DamagedRecords.Report;
import dev.rehydrate.operations.reading.Answers;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.inspection.StoreInspection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes records that no command can read. */
@Command(
        name = DamagedRecords.WORD,
        description =
                "Remove damaged records, which no command can read, and which only a backup brings back. One that can be read is"
                        + " left alone, and so is one that is sound and of another release.",
        mixinStandardHelpOptions = true)
public final class DiscardDamagedCommand extends StoreCommand {

    private static final Duration LONGEST = StoreInspection.TIMEOUT.plusSeconds(1);

    @Parameters(
            paramLabel = "ID",
            arity = "1..*",
            description = "Where the records are, as their failures name them: instances, mailboxes or keys.")
    private List<String> given = List.of();

    private List<InstanceId> ids = List.of();

    @Option(
            names = "--key-of",
            paramLabel = "INSTANCE",
            description = "The instance that has the keys whose records are discarded: they lead to it again.")
    private @Nullable InstanceId keyOf;

    @Option(
            names = "--keep-rows",
            paramLabel = "FILE",
            description =
                    "A new file, to which the damaged records are written as they are stored before they are removed; with --dry-run"
                            + " that is all. Of a database only.")
    private @Nullable Path keep;

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    @Option(names = "--dry-run", description = "Change nothing, and say what is wrong with each record.")
    private boolean dryRun;

    /**
     * Makes the command.
     *
     * @param connection where the instances are
     */
    public DiscardDamagedCommand(Connection connection) {
        super(connection);
    }

    @Override
    void check() {
        ids = ids(given).stream().distinct().toList();
        refuseIncomplete(change, dryRun);
        if (keep != null && Files.exists(keep)) {
            throw usage(keep + " exists, and is left as it is: name another file");
        }
    }

    @Override
    int run(InstanceStore store) {
        DamagedRecords records = new DamagedRecords(store);
        if (dryRun || change.isAsked()) {
            ids.forEach(id -> foresee(id, records));
        }
        if (dryRun) {
            return kept(store.inspection(), records) ? done() : ExitCode.REFUSED;
        }
        if (change.isAsked()
                && !terminal()
                        .confirms("Only a backup brings back what is removed.\nRemove "
                                + (ids.size() == 1
                                        ? "this record?"
                                        : "those of these " + ids.size() + " that are damaged?"))) {
            say("Nothing was changed.");
            return ExitCode.REFUSED;
        }
        return kept(store.inspection(), records) ? discarded(records) : ExitCode.REFUSED;
    }

    private int discarded(DamagedRecords records) {
        List<Report> reports = new ArrayList<>();
        ids.forEach(id -> reports.add(shown(records.discard(id, change.reason(), change.actor()))));
        if (keyOf != null) {
            reports.add(shown(records.restoreKeys(keyOf, change.reason(), change.actor())));
        }
        if (reports.stream().anyMatch(report -> report.result() == Result.UNKNOWN)) {
            return ExitCode.UNKNOWN;
        }
        boolean all = reports.stream().allMatch(report -> report.result() == Result.VERIFIED);
        return all ? done() : ExitCode.REFUSED;
    }

    /** All of them are on the disk before the first is removed. What can be read is not removed, and so not kept. */
    private boolean kept(StoreInspection inspection, DamagedRecords records) {
        if (keep == null) {
            return true;
        }
        Map<InstanceId, List<StoredRow>> found = new LinkedHashMap<>();
        try {
            for (InstanceId id : ids) {
                if (records.damage(id).isPresent()) {
                    found.put(id, Answers.await(inspection.storedRows(id), LONGEST));
                }
            }
            KeptRecords.write(keep, found);
        } catch (IOException | UnsupportedOperationException notKept) {
            say("Nothing was removed, because nothing could be kept: " + FailureText.of(notKept));
            return false;
        }
        say("Kept " + found.size() + (found.size() == 1 ? " record in " : " records in ") + keep + ".");
        return true;
    }

    private void foresee(InstanceId id, DamagedRecords records) {
        String damage = records.damage(id).orElse(null);
        if (isJson() && dryRun) {
            ObjectNode object = Json.object();
            JsonFields.put(object, "instance", id);
            object.put("action", DamagedRecords.WORD).put("result", damage == null ? "left_alone" : "would_change");
            print(object.put("answer", damage));
            return;
        }
        String words = id + "  "
                + (damage == null ? "left alone: it can be read, or nothing is there" : "would be removed: " + damage);
        if (dryRun) {
            terminal().out().println(words);
        } else {
            say(words);
        }
    }

    private Report shown(Report report) {
        if (isJson()) {
            ObjectNode object = Json.object();
            JsonFields.put(object, "instance", report.id());
            object.put("action", DamagedRecords.WORD)
                    .put("result", report.result().name().toLowerCase(Locale.ROOT))
                    .put("answer", report.answer());
            print(object.put("verified", report.verified()));
        } else {
            terminal()
                    .out()
                    .println(report.id() + "  " + ActionCommand.words(report.result()) + " Answer: "
                            + SafeText.line(report.answer()) + ". " + report.verified());
        }
        return report;
    }
}
