// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 30s}, {@code PT30S} or {@code 00:00:30}. */
final class TimeText {

    static final Duration LONGEST = Duration.ofDays(3650);

    private static final Pattern WITH_UNIT = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
    private static final Pattern CLOCK = Pattern.compile("(?:([0-9]{1,4})\\.)?([0-9]{2}):([0-5][0-9]):([0-5][0-9])");
    private static final Map<String, ChronoUnit> UNITS = units();

    private TimeText() {}

    /** The largest first, as {@link #format} wants it. */
    private static Map<String, ChronoUnit> units() {
        Map<String, ChronoUnit> units = new LinkedHashMap<>();
        units.put("d", ChronoUnit.DAYS);
        units.put("h", ChronoUnit.HOURS);
        units.put("m", ChronoUnit.MINUTES);
        units.put("s", ChronoUnit.SECONDS);
        units.put("ms", ChronoUnit.MILLIS);
        return units;
    }

    static Duration parse(String text, Duration least, Duration most) {
        Duration time = parse(text);
        OptionType.require(time.compareTo(least) >= 0, "it is too short");
        OptionType.require(time.compareTo(most) <= 0, "it is too long");
        return time;
    }

    private static Duration parse(String text) {
        OptionType.require(
                !text.matches("[0-9]+"), "it has no unit; write " + text + "s, " + text + "m or " + text + "ms");
        Matcher unit = WITH_UNIT.matcher(text);
        if (unit.matches()) {
            return Duration.of(Long.parseLong(unit.group(1)), UNITS.get(unit.group(2)));
        }
        Matcher clock = CLOCK.matcher(text);
        return clock.matches() ? clock(clock) : iso(text);
    }

    private static Duration clock(Matcher clock) {
        long days = clock.group(1) == null ? 0 : Long.parseLong(clock.group(1));
        return Duration.ofDays(days)
                .plusHours(Long.parseLong(clock.group(2)))
                .plusMinutes(Long.parseLong(clock.group(3)))
                .plusSeconds(Long.parseLong(clock.group(4)));
    }

    private static Duration iso(String text) {
        try {
            return Duration.parse(text.toUpperCase(Locale.ROOT));
        } catch (DateTimeParseException | ArithmeticException notIso) {
            throw new IllegalArgumentException("write it as 30s, PT30S or 00:00:30", notIso);
        }
    }

    /** As short as it can be said exactly. */
    static String format(Duration time) {
        if (time.isZero()) {
            return "0s";
        }
        if (time.compareTo(LONGEST) > 0) {
            return time.toString();
        }
        for (Map.Entry<String, ChronoUnit> unit : UNITS.entrySet()) {
            Duration one = unit.getValue().getDuration();
            if (!time.isNegative() && one.multipliedBy(time.dividedBy(one)).equals(time)) {
                return time.dividedBy(one) + unit.getKey();
            }
        }
        return time.toString();
    }
}
