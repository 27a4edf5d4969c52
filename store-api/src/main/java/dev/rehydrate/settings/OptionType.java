// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What can be said of a setting, and in which words.
 *
 * @param words what a value is, for people; completes "port is …"
 * @param reader makes a value of its text, or throws {@link IllegalArgumentException} with a hint, which may be empty
 * @param writer makes a text that reads back as the same value
 * @param isList whether there may be several values, parted by commas
 * @param <T> the type of a value
 */
public record OptionType<T>(String words, Function<String, T> reader, Function<T, String> writer, boolean isList) {

    static final String NEVER = "never";
    private static final int MAX_LINE = 200;

    /** Blanks around a value are no part of it. */
    private static <T> OptionType<T> one(String words, Function<String, T> reader, Function<T, String> writer) {
        return new OptionType<>(words, text -> reader.apply(text.strip()), writer, false);
    }

    T parse(String text) {
        return reader.apply(text);
    }

    /**
     * Writes a value.
     *
     * @param value the value
     * @return a text that reads back as the same value
     */
    public String format(T value) {
        return writer.apply(value);
    }

    /**
     * A constant, written in lower case with dashes.
     *
     * @param type its enum
     * @param <E> its enum
     * @return the type
     */
    public static <E extends Enum<E>> OptionType<E> oneOf(Class<E> type) {
        List<String> names =
                Stream.of(type.getEnumConstants()).map(OptionType::lowerCase).toList();
        return one(String.join(" or ", names), text -> constant(type, text, names), OptionType::lowerCase);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text, List<String> names) {
        String wanted = text.toLowerCase(Locale.ROOT);
        if (names.contains(wanted)) {
            return Enum.valueOf(type, wanted.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
        throw new IllegalArgumentException(NearestName.question(wanted, names));
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return a line of text} */
    public static OptionType<String> line() {
        return text("one line of 1 to " + MAX_LINE + " characters", OptionType::line);
    }

    private static String line(String text) {
        require(!text.isBlank() && text.length() <= MAX_LINE, "");
        require(text.chars().noneMatch(Character::isISOControl), "it has a control character");
        return text;
    }

    /**
     * A whole number.
     *
     * @param least the smallest
     * @param most the largest
     * @return the type
     */
    public static OptionType<Integer> number(int least, int most) {
        return one("a whole number from " + least + " to " + most, text -> number(text, least, most), String::valueOf);
    }

    private static int number(String text, int least, int most) {
        require(text.matches("-?[0-9]{1,9}"), "");
        int number = Integer.parseInt(text);
        require(number >= least && number <= most, "");
        return number;
    }

    /** {@return true or false} */
    public static OptionType<Boolean> yesOrNo() {
        return one("true or false", OptionType::yesOrNo, String::valueOf);
    }

    private static boolean yesOrNo(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        require(wanted.equals("true") || wanted.equals("false"), "");
        return Boolean.parseBoolean(wanted);
    }

    /**
     * A time with a unit.
     *
     * @param least the shortest
     * @return the type
     */
    public static OptionType<Duration> time(Duration least) {
        return time(least, TimeText.LONGEST);
    }

    /**
     * A time with a unit.
     *
     * @param least the shortest
     * @param most the longest
     * @return the type
     */
    public static OptionType<Duration> time(Duration least, Duration most) {
        String words = "a time from " + TimeText.format(least) + " to " + TimeText.format(most);
        return one(words, text -> TimeText.parse(text, least, most), TimeText::format);
    }

    /**
     * A time with a unit, or never.
     *
     * @param least the shortest
     * @return the type, whose value is empty for never
     */
    public static OptionType<Optional<Duration>> timeOrNever(Duration least) {
        OptionType<Duration> time = time(least);
        return one(
                time.words + ", or " + NEVER,
                text -> text.equals(NEVER) ? Optional.empty() : Optional.of(time.parse(text)),
                value -> value.map(time::format).orElse(NEVER));
    }

    /**
     * A size with a unit.
     *
     * @param least the smallest, in bytes
     * @param most the largest, in bytes
     * @return the type
     */
    public static OptionType<Integer> size(int least, int most) {
        String words = "a size from " + SizeText.format(least) + " to " + SizeText.format(most);
        return one(words, text -> SizeText.parse(text, least, most), SizeText::format);
    }

    /**
     * A share of something.
     *
     * @param least the smallest, in percent
     * @param most the largest, in percent
     * @return the type
     */
    public static OptionType<Integer> percent(int least, int most) {
        String words = "a share from " + least + "% to " + most + "%";
        return one(words, text -> percent(text, least, most), value -> value + "%");
    }

    /**
     * Something, or never.
     *
     * @param type the type of what is not never
     * @return the type, whose value is {@link Integer#MAX_VALUE} for never
     */
    public static OptionType<Integer> orNever(OptionType<Integer> type) {
        return one(
                type.words + ", or " + NEVER,
                text -> text.equals(NEVER) ? Integer.valueOf(Integer.MAX_VALUE) : type.parse(text),
                value -> value == Integer.MAX_VALUE ? NEVER : type.format(value));
    }

    private static int percent(String text, int least, int most) {
        require(text.endsWith("%"), "it has no unit; write 80%");
        return number(text.substring(0, text.length() - 1).strip(), least, most);
    }

    /**
     * One text.
     *
     * @param words what it is, for people
     * @param reader checks it, or throws {@link IllegalArgumentException} with a hint
     * @return the type
     */
    public static OptionType<String> text(String words, UnaryOperator<String> reader) {
        return one(words, reader, Function.identity());
    }

    /**
     * A text that is taken as it is, such as a password: the blanks around it are a part of it.
     *
     * @param words what it is, for people
     * @return the type
     */
    public static OptionType<String> exact(String words) {
        return new OptionType<>(words, Function.identity(), Function.identity(), false);
    }

    /**
     * Several texts, parted by commas.
     *
     * @param words what they are, for people
     * @param reader checks one of them, or throws {@link IllegalArgumentException} with a hint
     * @return the type
     */
    public static OptionType<List<String>> texts(String words, UnaryOperator<String> reader) {
        return new OptionType<>(
                words,
                text -> Stream.of(text.split(",", -1))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .map(reader)
                        .distinct()
                        .collect(Collectors.toUnmodifiableList()),
                value -> String.join(", ", value),
                true);
    }

    /**
     * Refuses a text.
     *
     * @param holds what must hold
     * @param hint what to do about it, for people; may be empty
     * @throws IllegalArgumentException if it does not hold
     */
    public static void require(boolean holds, String hint) {
        if (!holds) {
            throw new IllegalArgumentException(hint);
        }
    }
}
