// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.query;

import dev.rehydrate.command.condition.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a condition, such as {@code definition = Order and (due < now-1h or total between 10 and 20)}. {@code and} binds closer than
 * {@code or}.
 */
public final class WhereParser {

    /** What is no name and no value, unless it stands in double quotes. */
    private static final Set<String> NO_WORDS = Set.of("<=", ">=", "!=", "=", "<", ">", "(", ")", ",", "and", "or");

    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")|(<=|>=|!=|[=<>(),])|([^\\s\"=<>!(),]+))");

    private final List<String> tokens;
    private final Instant now;
    private int at;
    private int open;

    private WhereParser(List<String> tokens, Instant now) {
        this.tokens = tokens;
        this.now = now;
    }

    /**
     * Reads a condition.
     *
     * @param text the condition
     * @param now the moment from which relative times such as {@code -1h} are counted
     * @return the condition
     * @throws IllegalArgumentException if it cannot be read, is too large or too deep; the message is for people
     */
    public static Condition parse(String text, Instant now) {
        WhereParser parser = new WhereParser(tokens(text), now);
        try {
            Condition all = parser.either();
            if (parser.at < parser.tokens.size()) {
                throw new IllegalArgumentException("nothing is expected at '" + parser.tokens.get(parser.at) + "'");
            }
            return all;
        } catch (IllegalArgumentException cannotBeRead) {
            throw new IllegalArgumentException(
                    "the condition '" + text + "' cannot be read: " + cannotBeRead.getMessage(), cannotBeRead);
        }
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher next = TOKEN.matcher(text.strip());
        int end = 0;
        while (next.lookingAt()) {
            tokens.add(next.group().strip());
            end = next.end();
            next.region(end, text.strip().length());
        }
        if (end < text.strip().length()) {
            throw new IllegalArgumentException("the condition '" + text + "' cannot be read at character " + (end + 1));
        }
        return tokens;
    }

    private Condition either() {
        List<Condition> branches = new ArrayList<>(List.of(both()));
        while (takes("or")) {
            branches.add(both());
        }
        return Condition.any(branches);
    }

    private Condition both() {
        List<Condition> parts = new ArrayList<>(List.of(one()));
        while (takes("and")) {
            parts.add(one());
        }
        return Condition.all(parts);
    }

    private Condition one() {
        if (takes("(")) {
            if (++open > Condition.MAX_DEPTH) {
                throw new IllegalArgumentException(
                        "more than " + Condition.MAX_DEPTH + " parentheses are open at once");
            }
            Condition inner = either();
            require(")");
            open--;
            return inner;
        }
        WhereColumn<?> column = WhereColumn.of(word("a column"), now);
        String operator = next("a comparison").toLowerCase(Locale.ROOT);
        return switch (operator) {
            case "exists" -> column.present(true);
            case "missing" -> column.present(false);
            case "in" -> column.in(list());
            case "between" -> {
                String low = word("a value");
                require("and");
                yield column.between(low, word("a value"));
            }
            case "=", "!=", "<", "<=", ">", ">=" -> column.compared(operator, word("a value"));
            default -> throw new IllegalArgumentException("'" + operator + "' is not a comparison");
        };
    }

    private List<String> list() {
        require("(");
        List<String> values = new ArrayList<>(List.of(word("a value")));
        while (takes(",")) {
            values.add(word("a value"));
        }
        require(")");
        return values;
    }

    private boolean takes(String word) {
        Optional<String> token = at < tokens.size() ? Optional.of(tokens.get(at)) : Optional.empty();
        boolean taken = token.filter(word::equalsIgnoreCase).isPresent();
        at += taken ? 1 : 0;
        return taken;
    }

    private void require(String word) {
        if (!takes(word)) {
            throw new IllegalArgumentException("'" + word + "' is expected "
                    + (at < tokens.size() ? "at '" + tokens.get(at) + "'" : "at the end"));
        }
    }

    private String word(String what) {
        String token = next(what);
        if (NO_WORDS.contains(token.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    what + " is expected at '" + token + "'; if you mean this text, write it in double quotes");
        }
        return token;
    }

    private String next(String what) {
        if (at == tokens.size()) {
            throw new IllegalArgumentException(what + " is missing at the end");
        }
        return tokens.get(at++);
    }
}
