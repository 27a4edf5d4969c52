// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log prints the message of an exception as it is, so a statement that logs one makes it safe first. */
final class LogLinesTest {

    private static final Pattern STATEMENT = Pattern.compile("LOG\\.(?:trace|debug|info|warn|error)\\(");

    @ParameterizedTest
    @ValueSource(strings = {"store-api", "workflow-host"})
    void anExceptionIsLoggedAsSafeText(String module) throws IOException {
        List<String> unsafe = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                for (String statement : unsafeIn(Files.readString(file))) {
                    unsafe.add(file.getFileName() + ": " + statement);
                }
            }
        }

        assertThat(unsafe)
                .as("the exception is the last argument: pass SafeText.failure(it)")
                .isEmpty();
    }

    @Test
    void aStatementWithoutItIsFound() {
        assertThat(unsafeIn("LOG.warn(\"lost: instance={}\", id, failure);")).hasSize(1);
        assertThat(unsafeIn("LOG.warn(\"lost\" + \" {}\", of(id, a), failure);"))
                .hasSize(1);
        assertThat(unsafeIn("LOG.warn(\"lost: instance={}\", id, SafeText.failure(failure));"))
                .isEmpty();
        assertThat(unsafeIn("LOG.info(\"lost: instance={}\", of(id, a));")).isEmpty();
    }

    private static List<String> unsafeIn(String source) {
        List<String> unsafe = new ArrayList<>();
        Matcher statements = STATEMENT.matcher(source);
        while (statements.find()) {
            List<String> arguments = arguments(source, statements.end());
            long places =
                    Pattern.compile("\\{}").matcher(arguments.get(0)).results().count();
            String last = arguments.get(arguments.size() - 1);
            if (arguments.size() - 1 > places && !last.startsWith("SafeText.failure(")) {
                unsafe.add(String.join(", ", arguments));
            }
        }
        return unsafe;
    }

    /** The arguments of a call whose opening parenthesis ends at an index. */
    private static List<String> arguments(String source, int start) {
        List<String> arguments = new ArrayList<>();
        StringBuilder argument = new StringBuilder();
        boolean quoted = false;
        int depth = 1;
        for (int i = start; depth > 0; i++) {
            char each = source.charAt(i);
            quoted ^= each == '"' && source.charAt(i - 1) != '\\';
            depth += quoted ? 0 : each == '(' ? 1 : each == ')' ? -1 : 0;
            if (depth == 0 || (!quoted && depth == 1 && each == ',')) {
                arguments.add(argument.toString().strip());
                argument.setLength(0);
            } else {
                argument.append(each);
            }
        }
        return arguments;
    }
}
