// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.check.RoundTrip;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KryoRoundTripTest {

    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private final KryoCodec codec = KryoCodec.builder()
            .register(1, Colour.class)
            .register(2, Point.class)
            .build();

    enum Colour {
        RED,
        GREEN {
            @Override
            String hint() {
                return "go";
            }
        };

        String hint() {
            return "stop";
        }
    }

    record Point(int x, int y) {}

    @ParameterizedTest
    @MethodSource({"integers", "fractions", "texts", "instants", "dates", "zones", "others"})
    void simpleValuesWithinOthersComeBackEqual(Object value) {
        Object back = RoundTrip.of(codec, List.of(value)).get(0);

        assertThat(back).isEqualTo(value).hasSameClassAs(value);
    }

    static Stream<Object> integers() {
        return Stream.of(
                0,
                -1,
                Integer.MAX_VALUE,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Short.MIN_VALUE,
                Byte.MIN_VALUE,
                BigInteger.ZERO,
                BigInteger.TWO.pow(5000).negate());
    }

    static Stream<Object> fractions() {
        return Stream.of(
                Float.NaN,
                Float.MIN_VALUE,
                -0.0,
                Double.MAX_VALUE,
                Double.NEGATIVE_INFINITY,
                BigDecimal.ZERO,
                new BigDecimal("1.10"),
                new BigDecimal("-1E+400"),
                new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE),
                new BigDecimal("12345678901234567890.123456789"));
    }

    static Stream<Object> texts() {
        return Stream.of(
                "",
                "a",
                "plain",
                "grüße",
                "日本語",
                "\uD83D\uDE00",
                "half a pair: \uD800",
                "\0",
                "x".repeat(100_000),
                "é".repeat(70_000),
                'x',
                '\uD800');
    }

    static Stream<Object> instants() {
        return Stream.of(
                Instant.MIN,
                Instant.MAX,
                Instant.EPOCH,
                Instant.parse("2025-01-02T03:04:05.678901234Z"),
                Duration.ZERO,
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofNanos(-1),
                OffsetDateTime.MIN,
                OffsetDateTime.MAX);
    }

    static Stream<Object> dates() {
        return Stream.of(
                Period.of(-1, 2, -3),
                LocalDate.MIN,
                LocalDate.MAX,
                LocalTime.MIN,
                LocalTime.MAX,
                LocalTime.of(3, 0),
                LocalDateTime.MAX,
                OffsetTime.MIN,
                Year.of(-5),
                YearMonth.of(2025, 12),
                MonthDay.of(2, 29),
                DayOfWeek.SUNDAY,
                Month.MAY);
    }

    static Stream<Object> zones() {
        ZonedDateTime hourThatComesTwice = ZonedDateTime.of(2025, 10, 26, 2, 30, 0, 0, BERLIN);
        return Stream.of(
                ZoneOffset.ofHoursMinutesSeconds(1, 2, 3),
                ZoneOffset.UTC,
                BERLIN,
                hourThatComesTwice.withEarlierOffsetAtOverlap(),
                hourThatComesTwice.withLaterOffsetAtOverlap(),
                ZonedDateTime.of(2025, 1, 1, 1, 1, 1, 1, ZoneOffset.ofHours(-3)));
    }

    @SuppressWarnings("JavaUtilDate") // Applications store them, whatever one thinks of them.
    static Stream<Object> others() {
        return Stream.of(
                true,
                false,
                new UUID(-1, 1),
                URI.create("https://example.org/a%20b?c#d"),
                Locale.ROOT,
                Locale.forLanguageTag("zh-Hant-TW-u-ca-chinese"),
                Currency.getInstance("EUR"),
                BitSet.valueOf(new long[] {5, 0, 9}),
                new Date(-1),
                Optional.of("x"),
                Optional.empty(),
                OptionalInt.of(3),
                OptionalInt.empty(),
                OptionalLong.of(-4),
                OptionalDouble.of(0.5),
                Colour.RED,
                Colour.GREEN,
                new Point(1, 2));
    }

    @Test
    void theValuesOfAtomicVariablesComeBack() {
        List<Object> values = List.of(new AtomicInteger(1), new AtomicLong(2), new AtomicBoolean(true));

        List<Object> back = RoundTrip.of(codec, values);

        assertThat(back).hasToString("[1, 2, true]");
    }

    @Test
    void constantsComeBackAsTheSameObjects() {
        Colour back = RoundTrip.as(codec, Colour.GREEN, Colour.class);

        assertThat(back).isSameAs(Colour.GREEN);
    }
}
