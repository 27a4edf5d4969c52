// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.Progress;
import dev.rehydrate.cli.transfer.JsonFields;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.CorruptRecordException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.action.Action;
import dev.rehydrate.operations.action.ActionReport;
import dev.rehydrate.operations.action.ActionReport.Result;
import dev.rehydrate.operations.action.InstanceActions;
import dev.rehydrate.operations.action.OperatorHost;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.store.InstanceStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Carries out an action on the instances that are named, or on those that a query finds. */
@Command(mixinStandardHelpOptions = true)
public class ActionCommand extends StoreCommand {

    private static final int MOST = 200;

    private final Action action;

    @Parameters(paramLabel = "ID", arity = "0..*", description = "The instances; or say by conditions which are meant.")
    private List<String> given = List.of();

    private List<InstanceId> ids = List.of();

    @Mixin
    private final QueryOptions conditions = new QueryOptions();

    @Mixin
    private final ChangeOptions change = new ChangeOptions();

    @Option(names = "--dry-run", description = "Change nothing, and say what would be done with each instance.")
    private boolean dryRun;

    @Mixin
    private final PageOptions page = new PageOptions(MOST);

    /**
     * Makes the command.
     *
     * @param connection where the instances are
     * @param action what to do with them
     */
    public ActionCommand(Connection connection, Action action) {
        super(connection);
        this.action = action;
    }

    /** What becomes of instances that this ends, whose definitions it does not know. */
    CompletionAction atEnd() {
        return CompletionAction.KEEP;
    }

    /**
     * What it does, for the help and for the question.
     *
     * @return sentences
     */
    public String effect() {
        return action.effect();
    }

    @Override
    void check() {
        ids = ids(given);
        if (ids.isEmpty() != conditions.isGiven()) {
            throw usage("say which instances: their ids, or conditions such as --definition");
        }
        refuseIncomplete(change, dryRun);
        page.check();
        if (!ids.isEmpty()) {
            page.refuseWith("ids");
        } else {
            var unused = query(connection.time().instant());
        }
    }

    /** One instance that is meant, and why it would be left alone. */
    private record Chosen(InstanceId id, Optional<String> objection) {}

    @Override
    int run(InstanceStore store) {
        List<Chosen> chosen = chosen(store);
        if (dryRun) {
            chosen.forEach(this::foresee);
            return done();
        }
        if (chosen.isEmpty()) {
            say("No instance meets these conditions. Nothing was changed.");
            return done();
        }
        if (change.isAsked() && !terminal().confirms(question(chosen.size()))) {
            say("Nothing was changed.");
            return ExitCode.REFUSED;
        }
        boolean needsHost = action.needsHost() || action == Action.RESUME;
        if (!needsHost) {
            return perform(new InstanceActions(store, null), chosen);
        }
        try (WorkflowHost host = OperatorHost.on(store, connection.time(), atEnd())) {
            return perform(new InstanceActions(store, host), chosen);
        }
    }

    private String question(int count) {
        return effect() + "\n" + capitalized(action.word()) + " "
                + (count == 1 ? "this instance?" : "these " + count + " instances?");
    }

    private static String capitalized(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private InstanceQuery query(Instant now) {
        return page.of(() -> conditions.query(now));
    }

    private List<Chosen> chosen(InstanceStore store) {
        if (!ids.isEmpty()) {
            return ids.stream()
                    .distinct()
                    .map(id -> new Chosen(id, objection(store, id)))
                    .toList();
        }
        InstanceQuery query = query(store.now());
        InstancePage found = new StoreReader(store, null).list(query);
        lookForGap(found);
        PageOptions.next(query, found)
                .ifPresent(option -> say("There may be more than these " + page.limit() + ": " + option));
        return found.entries().stream()
                .map(InstancePage.Entry::header)
                .map(header -> new Chosen(header.id(), action.objection(header)))
                .toList();
    }

    /** A damaged record is of its instance only: the others that are named have an outcome of their own. */
    private Optional<String> objection(InstanceStore store, InstanceId id) {
        try {
            return store.commands()
                    .execute(id, LoadInstance.of(LoadMode.peek()))
                    .loaded()
                    .map(snapshot -> action.objection(snapshot.header()))
                    .orElse(Optional.of("there is no such instance"));
        } catch (CorruptRecordException damaged) {
            return Optional.of(SafeText.line(damaged.getMessage()));
        }
    }

    private void foresee(Chosen each) {
        Optional<String> objection = each.objection();
        if (isJson()) {
            ObjectNode object = Json.object();
            JsonFields.put(object, "instance", each.id());
            object.put("action", action.word()).put("result", objection.isEmpty() ? "would_change" : "left_alone");
            print(object.put("answer", objection.orElse(null)));
        } else {
            terminal()
                    .out()
                    .println(each.id() + "  "
                            + objection.map(why -> "left alone: " + why).orElse("would " + action.word()));
        }
    }

    private int perform(InstanceActions actions, List<Chosen> chosen) {
        List<ActionReport> reports = new ArrayList<>();
        try (Progress progress = new Progress(terminal(), connection.time(), "instances", chosen.size())) {
            for (Chosen each : chosen) {
                ActionReport report = actions.perform(action, each.id(), change.reason(), change.actor());
                reports.add(report);
                show(report);
                progress.at(reports.size());
            }
        }
        long verified = count(reports, Result.VERIFIED);
        if (reports.size() > 1) {
            say(verified + " of " + reports.size() + " are done and verified.");
        }
        if (count(reports, Result.UNKNOWN) > 0) {
            return ExitCode.UNKNOWN;
        }
        return verified == reports.size() ? done() : ExitCode.REFUSED;
    }

    private static long count(List<ActionReport> reports, Result result) {
        return reports.stream().filter(report -> report.result() == result).count();
    }

    private void show(ActionReport report) {
        if (isJson()) {
            ObjectNode object = Json.object();
            JsonFields.put(object, "instance", report.instance());
            object.put("action", action.word())
                    .put("result", report.result().name().toLowerCase(Locale.ROOT))
                    .put("answer", report.answer());
            print(object.put("verified", report.verified()));
        } else {
            terminal()
                    .out()
                    .println(report.instance() + "  " + words(report.result()) + " Answer: "
                            + SafeText.line(report.answer()) + ". " + report.verified());
        }
    }

    static String words(Result result) {
        return switch (result) {
            case VERIFIED -> "Done and verified.";
            case NOT_VERIFIED -> "Answered as done, but not verified.";
            case REFUSED -> "Refused.";
            case UNKNOWN -> "It is not known whether it was done.";
        };
    }
}
