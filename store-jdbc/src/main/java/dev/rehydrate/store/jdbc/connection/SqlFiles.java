// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The statements of one database, from the files beside this class; a file of a dialect goes before one of both. */
public final class SqlFiles {

    private static final String NAME_OF_FILES = "rehydrate.";
    private static final Pattern PARAMETER = Pattern.compile(":([a-z]\\w*)");
    private static final Pattern CONDITION = Pattern.compile("-- if (\\w+)\\s*$");
    private static final Pattern FRAGMENT = Pattern.compile("\\{(\\w+)}");
    private static final Pattern PART = Pattern.compile("-- (?:part (\\w+)|always)");
    private static final Pattern COMMENT = Pattern.compile("--.*");

    private final Dialect dialect;
    private final String schema;
    private final Map<Choice, List<Statement>> scripts = new ConcurrentHashMap<>();
    private final Map<String, String> texts = new ConcurrentHashMap<>();

    private record Choice(String name, Set<String> present) {}

    /**
     * One statement.
     *
     * @param sql with question marks
     * @param parameters their names, in this order
     */
    public record Statement(String sql, List<String> parameters) {

        private static Statement of(String text) {
            List<String> parameters = new ArrayList<>();
            Matcher matcher = PARAMETER.matcher(text);
            String sql = matcher.replaceAll(found -> {
                parameters.add(found.group(1));
                return "?";
            });
            return new Statement(sql.strip(), List.copyOf(parameters));
        }
    }

    public SqlFiles(Dialect dialect, String schema) {
        this.dialect = dialect;
        this.schema = schema;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** The statements of a file, one after the other; none if this database has no such file. */
    public List<Statement> script(String name) {
        return script(name, Set.of());
    }

    public Statement statement(String name) {
        return script(name).get(0);
    }

    /** The statements of a file with those of its parts and lines whose condition is met. */
    public List<Statement> script(String name, Set<String> present) {
        return scripts.computeIfAbsent(
                new Choice(name, Set.copyOf(present)), choice -> statements(choice.name, choice.present, Map.of()));
    }

    /**
     * The statement of a file in which lines are there on a condition.
     *
     * @param present which conditions are met
     * @param fragments what stands in the place of names in braces
     */
    public Statement chosen(String name, Set<String> present, Map<String, String> fragments) {
        return statements(name, present, fragments).get(0);
    }

    private List<Statement> statements(String name, Set<String> present, Map<String, String> fragments) {
        List<String> lines = new ArrayList<>();
        boolean inPart = true;
        for (String line : texts.computeIfAbsent(name, this::text).lines().toList()) {
            Matcher part = PART.matcher(line);
            Matcher condition = CONDITION.matcher(line);
            if (part.matches()) {
                inPart = part.group(1) == null || present.contains(part.group(1));
            } else if (inPart && (!condition.find() || present.contains(condition.group(1)))) {
                lines.add(FRAGMENT.matcher(line)
                        .replaceAll(found -> Matcher.quoteReplacement(fragments.getOrDefault(found.group(1), ""))));
            }
        }
        return statements(lines);
    }

    private List<Statement> statements(List<String> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(COMMENT.matcher(line).replaceFirst("").stripTrailing())
                .append('\n'));
        List<Statement> statements = new ArrayList<>();
        for (String each : text.toString().split(";\n", -1)) {
            if (!each.isBlank()) {
                statements.add(Statement.of(each.replace(NAME_OF_FILES, schema + ".")));
            }
        }
        return List.copyOf(statements);
    }

    private String text(String name) {
        String own = file(dialect, name + ".sql");
        if (own != null) {
            return own;
        }
        String shared = file(null, name + ".sql");
        return shared == null ? "" : shared;
    }

    /** The text of a file, or null if there is none. */
    public static @Nullable String file(@Nullable Dialect dialect, String name) {
        String directory = dialect == null ? "" : dialect.directory() + "/";
        try (InputStream in = SqlFiles.class.getResourceAsStream("/dev/rehydrate/store/jdbc/sql/" + directory + name)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
