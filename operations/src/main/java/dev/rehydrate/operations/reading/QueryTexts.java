// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.reading;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.PromotedValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of a query as an operator types them. Each method refuses with a sentence for people. */
public final class QueryTexts {

    private static final Pattern WHOLE_UUID = Pattern.compile("\\p{XDigit}{8}(?:-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    /** What has no meaning in a shell, and stays as it is in an address. */
    private static final Pattern NOT_PLAIN = Pattern.compile("[^A-Za-z0-9_.:-]");

    private static final Pattern ESCAPED = Pattern.compile("%(\\p{XDigit}{4})?");
    private static final int HEX = 16;

    /** A number may have a billion zeros; with more of them than this it is written with an exponent. */
    private static final int MOST_ZEROS = 20;

    private static final String STATES = Arrays.stream(InstanceState.values())
            .map(state -> state.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(" or "));

    private QueryTexts() {}

    /**
     * Reads a state.
     *
     * @param text its name in whatever case
     * @return the state
     * @throws IllegalArgumentException if there is no such state; the message names those that there are
     */
    public static InstanceState state(String text) {
        try {
            return InstanceState.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException("there is no state '" + text + "': write " + STATES, unknown);
        }
    }

    /**
     * Reads an instance.
     *
     * @param text its id, a UUID
     * @return the id
     * @throws IllegalArgumentException if it is no UUID; the message is for people
     */
    public static InstanceId instance(String text) {
        try {
            return InstanceId.parse(text);
        } catch (IllegalArgumentException notAnId) {
            throw new IllegalArgumentException("'" + text + "' is not the id of an instance, which is a UUID", notAnId);
        }
    }

    /**
     * Reads a key.
     *
     * @param text its 128 bits as a UUID
     * @return the key
     * @throws IllegalArgumentException if it is no UUID; the message is for people
     */
    public static InstanceKey key(String text) {
        try {
            return InstanceKey.parse(text);
        } catch (IllegalArgumentException notAKey) {
            throw new IllegalArgumentException("'" + text + "' is not a key, which is written as a UUID", notAKey);
        }
    }

    /**
     * Reads an owner.
     *
     * @param text its id, a UUID
     * @return the owner
     * @throws IllegalArgumentException if it is no UUID
     */
    public static OwnerId owner(String text) {
        try {
            UUID uuid = uuid(text);
            return new OwnerId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
        } catch (IllegalArgumentException notAnOwner) {
            throw new IllegalArgumentException("'" + text + "' is not the id of an owner", notAnOwner);
        }
    }

    /**
     * Reads a promoted value: a number, a time, a UUID or a boolean if it looks like one; text otherwise, or in double quotes.
     *
     * @param text the value
     * @return the value
     * @throws IllegalArgumentException if it is longer than a promoted value can be
     */
    public static PromotedValue value(String text) {
        if (text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")) {
            return PromotedValue.of(text.substring(1, text.length() - 1));
        }
        if (text.equals("true") || text.equals("false")) {
            return PromotedValue.of(Boolean.valueOf(text));
        }
        if (WHOLE_UUID.matcher(text).matches()) {
            return PromotedValue.of(UUID.fromString(text));
        }
        try {
            return PromotedValue.of(new BigDecimal(text));
        } catch (NumberFormatException notANumber) {
            return timeOrText(text);
        }
    }

    private static PromotedValue timeOrText(String text) {
        try {
            return PromotedValue.of(Instant.parse(text));
        } catch (DateTimeParseException notATime) {
            return PromotedValue.of(text);
        }
    }

    /**
     * Writes a promoted value for people. A number has plain digits, unless it would have very many zeros.
     *
     * @param value the value
     * @return such as {@code 1000}, where {@link PromotedValue#toString()} has {@code 1E+3}
     */
    public static String shown(PromotedValue value) {
        return value.value() instanceof BigDecimal number && Math.abs((long) number.scale()) <= MOST_ZEROS
                ? number.toPlainString()
                : value.toString();
    }

    /**
     * Writes a promoted value with its kind, so that {@link #kept(String)} reads the same value.
     *
     * @param value the value
     * @return such as {@code NUMBER:12}
     */
    public static String kept(PromotedValue value) {
        return value.kind() + ":" + value;
    }

    /**
     * Reads what {@link #kept(PromotedValue)} has written.
     *
     * @param text the kind, a colon and the value
     * @return the value
     * @throws IllegalArgumentException if it was not written so
     */
    public static PromotedValue kept(String text) {
        int at = text.indexOf(':');
        String value = text.substring(at + 1);
        return switch (PromotedValue.Kind.valueOf(text.substring(0, Math.max(0, at)))) {
            case BOOLEAN -> PromotedValue.of(Boolean.valueOf(value));
            case NUMBER -> PromotedValue.of(new BigDecimal(value));
            case TEXT -> PromotedValue.of(value);
            case INSTANT -> PromotedValue.of(Instant.parse(value));
            case UUID -> PromotedValue.of(uuid(value));
        };
    }

    /** Java also reads parts of other lengths: a text that has lost a digit would be another one. */
    private static UUID uuid(String text) {
        if (!WHOLE_UUID.matcher(text).matches()) {
            throw new IllegalArgumentException("not a UUID of 8-4-4-4-12 digits");
        }
        return UUID.fromString(text);
    }

    /**
     * Writes a place in the order of a query as one word of ASCII, which needs no quotes in a shell: the value may be any text that
     * was stored, and people paste what they are told to.
     *
     * @param id the instance
     * @param sortedBy its value by which the query sorts, or null
     * @return such as {@code 0b16…@NUMBER:12}, or the id alone; what is no letter, digit, {@code _}, {@code .}, {@code :} or
     *     {@code -} in the value is {@code %} and the four hexadecimal digits of each UTF-16 unit, which loses no text
     */
    public static String place(InstanceId id, @Nullable PromotedValue sortedBy) {
        return sortedBy == null
                ? id.toString()
                : id + "@" + NOT_PLAIN.matcher(kept(sortedBy)).replaceAll(found -> escaped(found.group()));
    }

    private static String escaped(String point) {
        return point.chars().mapToObj(unit -> String.format("%%%04X", unit)).collect(Collectors.joining());
    }

    /**
     * Reads what {@link #place(InstanceId, PromotedValue)} has written.
     *
     * @param text the place
     * @return the place
     * @throws IllegalArgumentException if it was not written so
     */
    public static InstanceQuery.Position place(String text) {
        int at = text.indexOf('@');
        try {
            return at < 0
                    ? new InstanceQuery.Position(InstanceId.parse(text), null)
                    : new InstanceQuery.Position(
                            InstanceId.parse(text.substring(0, at)), kept(unescaped(text.substring(at + 1))));
        } catch (IllegalArgumentException | DateTimeParseException notAPlace) {
            throw new IllegalArgumentException("'" + text + "' is not a place that a list has given", notAPlace);
        }
    }

    private static String unescaped(String value) {
        return ESCAPED.matcher(value).replaceAll(found -> {
            if (found.group(1) == null) {
                throw new IllegalArgumentException("a '%' has no four digits behind it");
            }
            return Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), HEX)));
        });
    }
}
