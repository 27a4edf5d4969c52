// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.Terminal;
import dev.rehydrate.cli.transfer.JsonLine;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.InstanceStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that opens a store, does something with it, and closes it. */
abstract class StoreCommand implements Callable<Integer> {

    @Mixin
    final Connection connection;

    @Option(names = "--json", description = "Write JSON, one object on each line, for scripts.")
    private boolean json;

    private boolean incomplete;
    private boolean gapTold;

    @Spec
    private @Nullable CommandSpec spec;

    StoreCommand(Connection connection) {
        this.connection = connection;
    }

    /** Looks at the options before anything is opened. */
    void check() {
        // Most commands take whatever picocli could read.
    }

    /** Does it, and says with which code the process ends. */
    abstract int run(InstanceStore store) throws Exception;

    @Override
    public Integer call() throws Exception {
        check();
        try (InstanceStore store = connection.open()) {
            return delivered(run(store));
        }
    }

    /** A stream for printing keeps its failures to itself, and a script must not take a part of a result for the whole. */
    private int delivered(int code) {
        if (!terminal().out().checkError()) {
            return code;
        }
        say(
                "The standard output cannot be written: the result is not whole. What the command has changed stays changed.");
        return Math.max(code, ExitCode.REFUSED);
    }

    boolean isJson() {
        return json;
    }

    Terminal terminal() {
        return connection.terminal();
    }

    void print(JsonNode object) {
        terminal().out().println(JsonLine.of(object));
    }

    void say(String message) {
        terminal().err().println(message);
    }

    /** Says, once, that a page does not have all that was asked for. */
    void lookForGap(InstancePage page) {
        if (page.gap() != null && !gapTold) {
            isNotAll("This is not all: " + SafeText.line(page.gap()));
            gapTold = true;
        }
    }

    /** Says what is missing of a result, which then is not all that was asked for. */
    void isNotAll(String why) {
        say(why);
        incomplete = true;
    }

    /** Whether nothing is missing of the result, as far as it is known yet. */
    boolean isAll() {
        return !incomplete;
    }

    /** The code with which a command ends that went well: what a page could not list was not found. */
    int done() {
        return incomplete ? ExitCode.REFUSED : ExitCode.DONE;
    }

    /** Reads arguments of which there may be many. Of these, picocli calls one that is no id an unmatched argument and says no more. */
    List<InstanceId> ids(List<String> given) {
        return given.stream().map(this::id).toList();
    }

    private InstanceId id(String text) {
        try {
            return InstanceId.parse(text);
        } catch (IllegalArgumentException notAnId) {
            throw usage(
                    "'" + SafeText.line(text) + "' is not the id of an instance, which is a UUID. Nothing was done.");
        }
    }

    /** Refuses a change for which something has to be given first, before anything is opened. */
    void refuseIncomplete(ChangeOptions change, boolean isOnlyTried) {
        Optional<String> missing = isOnlyTried ? Optional.empty() : change.missing(terminal());
        if (missing.isPresent()) {
            throw usage(missing.get());
        }
    }

    ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        return new ParameterException(spec.commandLine(), message);
    }
}
