// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.query;

import dev.rehydrate.command.condition.Column;
import dev.rehydrate.command.condition.Columns;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.command.condition.OrderedColumn;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.operations.reading.QueryTexts;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A column of a query with the way in which its values are typed.
 *
 * @param name as it was typed
 * @param column the column
 * @param value reads a value
 * @param <T> the type of its values
 */
record WhereColumn<T>(String name, Column<T> column, Function<String, T> value) {

    private static final Pattern FROM_NOW = Pattern.compile("now|(?:now)?([+-])(\\d{1,9})([smhd])");

    /** A column of the header by its name; every other name is that of a promoted value, with {@code value.} before it or without. */
    static WhereColumn<?> of(String name, Instant now) {
        WhereColumn<?> header = header(name, now);
        return header != null
                ? header
                : new WhereColumn<>(name, Columns.promoted(promotedName(name)), text -> promoted(text, now));
    }

    private static Object promoted(String text, Instant now) {
        PromotedValue read = promotedValue(text, now);
        return read.kind() == PromotedValue.Kind.UUID ? UUID.fromString(read.toString()) : read.value();
    }

    /** As it is typed; a time from now is one here as well, and a text only in quotes. */
    static PromotedValue promotedValue(String text, Instant now) {
        return FROM_NOW.matcher(text).matches()
                ? PromotedValue.of(moment(text, now))
                : QueryTexts.value(unescaped(text));
    }

    /** A column of the header by its name, or null if there is none of that name. */
    static @Nullable WhereColumn<?> header(String name, Instant now) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "state" -> new WhereColumn<>(name, Columns.STATE, text -> QueryTexts.state(plain(text)));
            case "suspended" -> new WhereColumn<>(name, Columns.SUSPENDED, WhereColumn::yesOrNo);
            case "definition" -> new WhereColumn<>(name, Columns.DEFINITION, WhereColumn::plain);
            case "host-type" -> new WhereColumn<>(name, Columns.HOST_TYPE, WhereColumn::plain);
            case "holder" -> new WhereColumn<>(name, Columns.HOLDER, text -> QueryTexts.owner(plain(text)));
            case "created" -> new WhereColumn<>(name, Columns.CREATED, text -> moment(plain(text), now));
            case "updated" -> new WhereColumn<>(name, Columns.UPDATED, text -> moment(plain(text), now));
            case "due" -> new WhereColumn<>(name, Columns.DUE, text -> moment(plain(text), now));
            default -> null;
        };
    }

    private static String promotedName(String name) {
        String plain = plain(name);
        return plain.startsWith("value.") ? plain.substring("value.".length()) : plain;
    }

    /**
     * Reads a moment: such as {@code 2026-11-22T12:00:00Z}, {@code now}, {@code now+30m} or {@code -1h}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Instant moment(String text, Instant now) {
        Matcher relative = FROM_NOW.matcher(text);
        try {
            if (!relative.matches()) {
                return Instant.parse(text);
            }
            if (relative.group(1) == null) {
                return now;
            }
            long amount = Long.parseLong(relative.group(2));
            Duration away = switch (relative.group(3)) {
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                case "h" -> Duration.ofHours(amount);
                default -> Duration.ofDays(amount);
            };
            return relative.group(1).equals("+") ? now.plus(away) : now.minus(away);
        } catch (DateTimeParseException notATime) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a time: write 2026-11-22T12:00:00Z, now, -1h or now+30m", notATime);
        } catch (DateTimeException tooFar) {
            throw new IllegalArgumentException("'" + text + "' is too far from now", tooFar);
        }
    }

    static Boolean yesOrNo(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "yes", "true" -> true;
            case "no", "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither yes nor no");
        };
    }

    private static boolean isQuoted(String text) {
        return text.startsWith("\"");
    }

    /** The text within quotes, with what was escaped in it. */
    private static String plain(String text) {
        String open = unescaped(text);
        return isQuoted(text) ? open.substring(1, open.length() - 1) : open;
    }

    private static String unescaped(String text) {
        return isQuoted(text) ? "\"" + text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1") + "\"" : text;
    }

    Condition present(boolean there) {
        return there ? column.exists() : column.missing();
    }

    Condition in(List<String> values) {
        return column.in(values.stream().map(value).toList());
    }

    Condition between(String low, String high) {
        return ordered().between(value.apply(low), value.apply(high));
    }

    Condition compared(String operator, String text) {
        T typed = value.apply(text);
        return switch (operator) {
            case "=" -> column.equalTo(typed);
            case "!=" -> column.notEqualTo(typed);
            case "<" -> ordered().lessThan(typed);
            case "<=" -> ordered().atMost(typed);
            case ">" -> ordered().greaterThan(typed);
            default -> ordered().atLeast(typed);
        };
    }

    private OrderedColumn<T> ordered() {
        if (column instanceof OrderedColumn<T> ordered) {
            return ordered;
        }
        throw new IllegalArgumentException("'" + name + "' has no order: compare it by =, !=, in, exists or missing");
    }
}
