// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import dev.rehydrate.cli.command.ActionCommand;
import dev.rehydrate.cli.command.BenchCommand;
import dev.rehydrate.cli.command.DiscardDamagedCommand;
import dev.rehydrate.cli.command.ExportCommand;
import dev.rehydrate.cli.command.FlushCommand;
import dev.rehydrate.cli.command.Group;
import dev.rehydrate.cli.command.ImportCommand;
import dev.rehydrate.cli.command.KeyCommand;
import dev.rehydrate.cli.command.ListCommand;
import dev.rehydrate.cli.command.MailboxCommand;
import dev.rehydrate.cli.command.OutboxCommand;
import dev.rehydrate.cli.command.OwnersCommand;
import dev.rehydrate.cli.command.ShowCommand;
import dev.rehydrate.cli.command.TerminateCommand;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.connect.RealStores;
import dev.rehydrate.cli.connect.StoreOpener;
import dev.rehydrate.cli.connect.Target;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.terminal.FailureText;
import dev.rehydrate.cli.terminal.Terminal;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.action.Action;
import dev.rehydrate.settings.OptionType;
import dev.rehydrate.time.TimeSource;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line {@code rehydrate}: its commands, and how failures become sentences and exit codes. */
public final class Rehydrate {

    /** Stands for what could not be read in the character set of the process. */
    private static final char UNREADABLE = '\ufffd';

    private static final OptionType<Duration> TIME = OptionType.time(Duration.ZERO);

    private final Terminal terminal;
    private final StoreOpener opener;
    private final TimeSource time;

    /**
     * Makes the command line.
     *
     * @param terminal what it writes to and asks
     * @param opener opens stores
     * @param time the time of the stores
     */
    public Rehydrate(Terminal terminal, StoreOpener opener, TimeSource time) {
        this.terminal = terminal;
        this.opener = opener;
        this.time = time;
    }

    /**
     * Runs a command in a process of its own.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        System.exit(new Rehydrate(Terminal.ofProcess(), new RealStores(), TimeSource.system()).run(arguments));
    }

    /**
     * Runs a command.
     *
     * @param arguments the command line
     * @return the exit code, one of {@link ExitCode}
     */
    public int run(String... arguments) {
        for (String argument : arguments) {
            if (argument.indexOf(UNREADABLE) >= 0) {
                terminal.err()
                        .println("'" + SafeText.line(Target.masked(argument))
                                + "' has a character that is lost: the locale of this process"
                                + " cannot read it. Nothing was done. Write it in UTF-8, in a locale of UTF-8, such as"
                                + " LC_ALL=C.UTF-8.");
                return ExitCode.USAGE;
            }
        }
        CommandLine line = commands();
        line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
        line.setParameterExceptionHandler((mistake, words) -> refused(mistake, words));
        line.setExecutionExceptionHandler((failure, at, parsed) -> {
            terminal.err().println(FailureText.of(failure));
            return ExitCode.of(failure);
        });
        return line.execute(arguments);
    }

    /** The whole help of a command is longer than a terminal, and the mistake would scroll out of it. */
    private static int refused(ParameterException mistake, String... words) {
        CommandLine at = mistake.getCommandLine();
        PrintWriter err = at.getErr();
        String message = String.valueOf(mistake.getMessage());
        for (String word : words) {
            message = message.replace(word, Target.masked(word));
        }
        err.println(message);
        if (isBeforeItsCommand(mistake)) {
            err.println("Options follow their command: " + at.getCommandSpec().qualifiedName() + " COMMAND [OPTIONS]");
        }
        boolean suggested = UnmatchedArgumentException.printSuggestions(mistake, err);
        if (at.getSubcommands().isEmpty()) {
            err.println("'" + at.getCommandSpec().qualifiedName() + " --help' shows what can be given.");
        } else if (!suggested) {
            at.usage(err);
        }
        return ExitCode.USAGE;
    }

    /** A group has hardly an option, and what is not known to it is mostly one of the command that would follow. */
    private static boolean isBeforeItsCommand(ParameterException mistake) {
        return mistake instanceof UnmatchedArgumentException unmatched
                && unmatched.isUnknownOption()
                && !mistake.getCommandLine().getSubcommands().isEmpty();
    }

    /** All commands. Each has options for its own connection. */
    private CommandLine commands() {
        CommandLine instances = group("instances", "List, show and change instances.")
                .addSubcommand(new ListCommand(connection()))
                .addSubcommand(new ShowCommand(connection()));
        for (Action action : Action.values()) {
            instances.addSubcommand(action.word(), action(action));
        }
        instances.addSubcommand(new DiscardDamagedCommand(connection()));
        CommandLine top = group("rehydrate", "See and repair the instances of a farm or of a database.")
                .addSubcommand(instances)
                .addSubcommand(group("keys", "Look at keys.").addSubcommand(new KeyCommand(connection())))
                .addSubcommand(new OwnersCommand(connection()))
                .addSubcommand(new OutboxCommand(connection()))
                .addSubcommand(new MailboxCommand(connection()))
                .addSubcommand(new ExportCommand(connection()))
                .addSubcommand(new ImportCommand(connection()))
                .addSubcommand(new FlushCommand(connection()))
                .addSubcommand(new BenchCommand(connection()))
                .addSubcommand("generate-completion", new AutoComplete.GenerateCompletion());
        version(top, ProgramVersion.text());
        top.registerConverter(InstanceId.class, Rehydrate::instance);
        top.registerConverter(InstanceKey.class, Rehydrate::key);
        top.registerConverter(Duration.class, Rehydrate::duration);
        top.registerConverter(Integer.class, text -> Math.toIntExact(number(text, Integer.MAX_VALUE)));
        top.registerConverter(int.class, text -> Math.toIntExact(number(text, Integer.MAX_VALUE)));
        top.registerConverter(long.class, text -> number(text, Long.MAX_VALUE));
        return top;
    }

    /** Each command has the option, and a version is not inherited. */
    private static void version(CommandLine command, String version) {
        command.getCommandSpec().version(version);
        command.getSubcommands().values().forEach(below -> version(below, version));
    }

    private static CommandLine group(String name, String description) {
        CommandSpec spec = CommandSpec.forAnnotatedObject(new Group()).name(name);
        spec.usageMessage().description(description);
        return new CommandLine(spec);
    }

    /** The help of an action says what it does. */
    private CommandLine action(Action action) {
        ActionCommand command = action == Action.TERMINATE
                ? new TerminateCommand(connection())
                : new ActionCommand(connection(), action);
        CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(action.word());
        spec.usageMessage().description(command.effect());
        return new CommandLine(spec);
    }

    private Connection connection() {
        return new Connection(terminal, opener, time);
    }

    private static InstanceId instance(String text) {
        try {
            return InstanceId.parse(text);
        } catch (IllegalArgumentException notAnId) {
            throw new TypeConversionException("'" + text + "' is not the id of an instance, which is a UUID");
        }
    }

    private static InstanceKey key(String text) {
        try {
            return InstanceKey.parse(text);
        } catch (IllegalArgumentException notAKey) {
            throw new TypeConversionException("'" + text + "' is not a key, which is a UUID");
        }
    }

    private static long number(String text, long most) {
        try {
            long number = Long.parseLong(text);
            if (number <= most && number >= -most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Said below, with what is too large.
        }
        throw new TypeConversionException("'" + text + "' is not a whole number of up to " + most);
    }

    /** Times are written as in settings. */
    private static Duration duration(String text) {
        try {
            return TIME.reader().apply(text);
        } catch (IllegalArgumentException notATime) {
            throw new TypeConversionException(
                    "'" + text + "' is not " + TIME.words() + ", such as 500ms, 10s or 2m: " + notATime.getMessage());
        }
    }
}
