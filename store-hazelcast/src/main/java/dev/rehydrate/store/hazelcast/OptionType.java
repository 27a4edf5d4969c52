// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
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
record OptionType<T>(String words, Function<String, T> reader, Function<T, String> writer, boolean isList) {

    static final String NEVER = "never";
    private static final int MAX_LINE = 200;

    private static <T> OptionType<T> one(String words, Function<String, T> reader, Function<T, String> writer) {
        return new OptionType<>(words, reader, writer, false);
    }

    T parse(String text) {
        return reader.apply(text);
    }

    String format(T value) {
        return writer.apply(value);
    }

    static <E extends Enum<E>> OptionType<E> oneOf(Class<E> type) {
        List<String> names =
                Stream.of(type.getEnumConstants()).map(OptionType::lowerCase).toList();
        return one(String.join(" or ", names), text -> constant(type, text, names), OptionType::lowerCase);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text, List<String> names) {
        String wanted = text.toLowerCase(Locale.ROOT);
        if (names.contains(wanted)) {
            return Enum.valueOf(type, wanted.toUpperCase(Locale.ROOT));
        }
        throw new IllegalArgumentException(NearestName.question(wanted, names));
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static OptionType<String> line() {
        return one("one line of 1 to " + MAX_LINE + " characters", OptionType::line, Function.identity());
    }

    private static String line(String text) {
        require(!text.isBlank() && text.length() <= MAX_LINE, "");
        require(text.chars().noneMatch(Character::isISOControl), "it has a control character");
        return text;
    }

    static OptionType<Integer> number(int least, int most) {
        return one("a whole number from " + least + " to " + most, text -> number(text, least, most), String::valueOf);
    }

    private static int number(String text, int least, int most) {
        require(text.matches("-?[0-9]{1,9}"), "");
        int number = Integer.parseInt(text);
        require(number >= least && number <= most, "");
        return number;
    }

    static OptionType<Boolean> yesOrNo() {
        return one("true or false", OptionType::yesOrNo, String::valueOf);
    }

    private static boolean yesOrNo(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        require(wanted.equals("true") || wanted.equals("false"), "");
        return Boolean.parseBoolean(wanted);
    }

    static OptionType<Duration> time(Duration least) {
        String words = "a time from " + TimeText.format(least) + " to " + TimeText.format(TimeText.LONGEST);
        return one(words, text -> TimeText.parse(text, least), TimeText::format);
    }

    static OptionType<Optional<Duration>> timeOrNever(Duration least) {
        OptionType<Duration> time = time(least);
        return one(
                time.words + ", or " + NEVER,
                text -> text.equals(NEVER) ? Optional.empty() : Optional.of(time.parse(text)),
                value -> value.map(time::format).orElse(NEVER));
    }

    static OptionType<Integer> size(int least, int most) {
        String words = "a size from " + SizeText.format(least) + " to " + SizeText.format(most);
        return one(words, text -> SizeText.parse(text, least, most), SizeText::format);
    }

    static OptionType<Integer> sizeOrNever(int least, int most) {
        OptionType<Integer> size = size(least, most);
        return one(
                size.words + ", or " + NEVER,
                text -> text.equals(NEVER) ? Integer.valueOf(Integer.MAX_VALUE) : size.parse(text),
                value -> value == Integer.MAX_VALUE ? NEVER : size.format(value));
    }

    static OptionType<Integer> percentOrNever(int least, int most) {
        String words = "a share from " + least + "% to " + most + "%, or " + NEVER;
        return one(
                words,
                text -> text.equals(NEVER) ? Integer.valueOf(Integer.MAX_VALUE) : percent(text, least, most),
                value -> value == Integer.MAX_VALUE ? NEVER : value + "%");
    }

    private static int percent(String text, int least, int most) {
        require(text.endsWith("%"), "it has no unit; write 80%");
        return number(text.substring(0, text.length() - 1).strip(), least, most);
    }

    static OptionType<String> ownAddress() {
        return one("an IPv4 address of this machine", AddressText::own, Function.identity());
    }

    static OptionType<List<String>> addresses() {
        return new OptionType<>(
                "addresses as host or host:port, parted by commas",
                text -> Stream.of(text.split(",", -1))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .map(AddressText::member)
                        .distinct()
                        .collect(Collectors.toUnmodifiableList()),
                value -> String.join(", ", value),
                true);
    }

    static void require(boolean holds, String hint) {
        if (!holds) {
            throw new IllegalArgumentException(hint);
        }
    }
}
