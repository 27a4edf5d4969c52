// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.terminal;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a command writes, what it reads from people, and the environment of the process. */
public final class Terminal {

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final boolean interactive;

    /**
     * Makes a terminal.
     *
     * @param in what is typed
     * @param out for results
     * @param err for messages, questions and progress
     * @param environment the environment variables
     * @param interactive whether a person sits at it
     */
    public Terminal(
            InputStream in, PrintStream out, PrintStream err, Map<String, String> environment, boolean interactive) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.environment = Map.copyOf(environment);
        this.interactive = interactive;
    }

    /** {@return the terminal of this process} */
    public static Terminal ofProcess() {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        return new Terminal(System.in, out, err, System.getenv(), console() != null);
    }

    @SuppressWarnings("SystemConsoleNull") // The script asks for the console of java.base, which is null if redirected.
    private static @Nullable Console console() {
        return System.console();
    }

    /** {@return for results} */
    public PrintStream out() {
        return out;
    }

    /** {@return for messages, questions and progress} */
    public PrintStream err() {
        return err;
    }

    /** {@return what is typed, or sent by another program} */
    public InputStream in() {
        return in;
    }

    /** {@return whether a person sits at it, who can be asked and sees progress} */
    public boolean isInteractive() {
        return interactive;
    }

    /**
     * Reads an environment variable.
     *
     * @param name its name
     * @return its value, or empty if it is not set or blank
     */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /**
     * Asks a question that is answered by yes or no.
     *
     * @param question the question
     * @return whether the answer begins with a y
     */
    public boolean confirms(String question) {
        return ask(question + " [y/N] ").toLowerCase(Locale.ROOT).startsWith("y");
    }

    /**
     * Asks for a password, which is not shown while it is typed.
     *
     * @param question the question
     * @return the password
     */
    public String password(String question) {
        Console console = interactive ? console() : null;
        if (console == null) {
            return ask(question);
        }
        char[] typed = console.readPassword("%s", question);
        return typed == null ? "" : new String(typed);
    }

    private String ask(String question) {
        err.print(question);
        err.flush();
        try {
            String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            return line == null ? "" : line.strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
