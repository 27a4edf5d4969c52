// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rehydrate.cli.connect.RealStores;
import dev.rehydrate.cli.connect.StoreOpener;
import dev.rehydrate.cli.terminal.Terminal;
import dev.rehydrate.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a command has written, and its exit code.
 *
 * @param code the exit code
 * @param out the standard output
 * @param err the standard error
 */
record CommandLineRun(int code, String out, String err) {

    /** A command line in this process, with options that every command gets. */
    record Shell(
            StoreOpener opener,
            TimeSource time,
            List<String> options,
            Map<String, String> environment,
            String typed,
            boolean interactive,
            @Nullable PrintStream standardOutput) {

        static Shell of(StoreOpener opener, TimeSource time) {
            return new Shell(opener, time, List.of("--jdbc", "jdbc:given"), Map.of(), "", false, null);
        }

        static Shell real(String... options) {
            return new Shell(new RealStores(), TimeSource.system(), List.of(options), Map.of(), "", false, null);
        }

        Shell typing(String text) {
            return new Shell(opener, time, options, environment, text, true, standardOutput);
        }

        Shell in(Map<String, String> variables) {
            return new Shell(opener, time, options, variables, typed, interactive, standardOutput);
        }

        Shell into(PrintStream stream) {
            return new Shell(opener, time, options, environment, typed, interactive, stream);
        }

        CommandLineRun run(String... arguments) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            Terminal terminal = new Terminal(
                    new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                    standardOutput == null ? new PrintStream(out, true, StandardCharsets.UTF_8) : standardOutput,
                    new PrintStream(err, true, StandardCharsets.UTF_8),
                    environment,
                    interactive);
            int code = new Rehydrate(terminal, opener, time)
                    .run(Stream.concat(Stream.of(arguments), options.stream()).toArray(String[]::new));
            return new CommandLineRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }
    }

    /** The lines of the standard output as JSON. */
    List<JsonNode> json() {
        return out.lines()
                .map(line -> {
                    try {
                        return new ObjectMapper().readTree(line);
                    } catch (IOException notJson) {
                        throw new UncheckedIOException(line, notJson);
                    }
                })
                .toList();
    }
}
