// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.check.RoundTrip;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonRoundTripTest {

    private final JacksonCodec codec = JacksonCodec.builder().build();

    enum Colour {
        RED,
        GREEN
    }

    record Line(String product, int count) {}

    record Simple(UUID id, URI uri, Colour colour, BigDecimal price, BigInteger big, Double ratio, Character sign) {}

    static final class Tables {
        public byte[] bytes = {1, -1};
        public int[][] grid = {{1}, {}};
        public Line[] lines = {new Line("x", 3)};
    }

    record Times(
            Instant instant,
            Duration duration,
            Period period,
            LocalDate date,
            LocalTime time,
            LocalDateTime dateTime,
            OffsetDateTime offset,
            ZonedDateTime zoned,
            Year year,
            YearMonth month,
            ZoneId zone) {}

    record Collected(
            List<Line> lines,
            Set<String> tags,
            Map<String, List<Line>> byName,
            EnumSet<Colour> colours,
            EnumMap<Colour, Integer> counts) {}

    @Test
    void simpleValuesComeBack() {
        Simple value = new Simple(
                new UUID(1, 2),
                URI.create("https://example.org/a%20b"),
                Colour.GREEN,
                new BigDecimal("1.10"),
                BigInteger.TWO.pow(3000),
                0.1,
                'ü');

        assertThat(RoundTrip.as(codec, value, Simple.class)).isEqualTo(value);
    }

    @Test
    void arraysComeBack() {
        Tables back = RoundTrip.as(codec, new Tables(), Tables.class);

        assertThat(back).usingRecursiveComparison().isEqualTo(new Tables());
    }

    @ParameterizedTest
    @MethodSource("times")
    void timesComeBackWithTheirOffsetsAndZones(Times value) {
        assertThat(RoundTrip.as(codec, value, Times.class)).isEqualTo(value);
    }

    static Stream<Times> times() {
        ZonedDateTime later = ZonedDateTime.of(2025, 10, 26, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"))
                .withLaterOffsetAtOverlap();
        return Stream.of(
                new Times(
                        Instant.parse("2025-01-02T03:04:05.678901234Z"),
                        Duration.ofNanos(-1),
                        Period.of(1, -2, 3),
                        LocalDate.of(2024, 2, 29),
                        LocalTime.MAX,
                        LocalDateTime.of(2025, 1, 2, 3, 4),
                        OffsetDateTime.parse("2025-01-02T03:04:05.6+05:30"),
                        later,
                        Year.of(2025),
                        YearMonth.of(2025, 1),
                        ZoneId.of("Europe/Berlin")),
                new Times(
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        later.withEarlierOffsetAtOverlap(),
                        null,
                        null,
                        null));
    }

    @Test
    void collectionsComeBackEqual() {
        Collected value = new Collected(
                List.of(new Line("tea", 1)),
                Set.of("a", "b"),
                Map.of("n", List.of(new Line("milk", 2))),
                EnumSet.of(Colour.RED),
                new EnumMap<>(Map.of(Colour.GREEN, 3)));

        assertThat(RoundTrip.as(codec, value, Collected.class)).isEqualTo(value);
    }

    @Test
    void rootCollectionsComeBackAsJsonKnowsThem() {
        Map<String, Object> value = new HashMap<>(Map.of("a", List.of(1, "two", Map.of()), "b", true));

        Map<?, ?> map = RoundTrip.as(codec, value, Map.class);
        List<?> list = RoundTrip.as(codec, Arrays.asList(1, null), List.class);

        assertThat(map).isEqualTo(value);
        assertThat(list).isEqualTo(Arrays.asList(1, null));
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Square.class, name = "square")
    })
    interface Shape {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    record Drawing(List<Shape> shapes) {}

    @Test
    void subtypesWithNamesComeBack() {
        Drawing value = new Drawing(List.of(new Circle(1), new Square(2)));

        assertThat(RoundTrip.as(codec, value, Drawing.class)).isEqualTo(value);
    }

    record LineWithout(String product) {}

    record LineWith(String note, int count, String product) {}

    @Test
    void propertiesMayBeAddedRemovedAndReordered() {
        assertThat(RoundTrip.toNext(codec, codec, new Line("tea", 1), LineWithout.class))
                .isEqualTo(new LineWithout("tea"));
        assertThat(RoundTrip.as(codec, new Line("tea", 1), LineWith.class)).isEqualTo(new LineWith(null, 1, "tea"));
    }

    @Test
    void theBytesAreReadableJson() {
        assertThat(new String(codec.encode(new Line("Tee für Ann", 1)), StandardCharsets.UTF_8))
                .isEqualTo("{\"product\":\"Tee für Ann\",\"count\":1}");
    }

    record Text(String text) {}

    @Test
    void longTextsComeBack() {
        Text value = new Text("é".repeat(25_000_000));

        assertThat(RoundTrip.as(codec, value, Text.class).text().equals(value.text()))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "grüße", "日本語", "\uD83D\uDE00", "\0\n\"\\\u2028"})
    void textsAndNamesComeBack(String text) {
        Anything value = new Anything(Map.of(text, text));

        assertThat(RoundTrip.as(codec, value, Anything.class)).isEqualTo(value);
    }

    @Test
    void halfASurrogatePairComesBackInATextAndIsRefusedInAName() {
        Text value = new Text("half \uD83D a pair \uDE00");

        assertThat(RoundTrip.as(codec, value, Text.class)).isEqualTo(value);
        assertThatThrownBy(() -> codec.encode(Map.of(value.text(), 1))).hasMessageContaining("half a surrogate pair");
    }

    record Anything(Object value) {}

    static final class Cycle {
        public final List<Cycle> next = new ArrayList<>(Collections.singletonList(this));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void whatCouldNotBeReadBackIsNotWritten(Object value) {
        assertThatThrownBy(() -> codec.encode(value))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE));
    }

    static final class Self {
        public final Self self = this;
    }

    @Test
    void whatIsNotWrittenSaysWhatIsWrongWithIt() {
        Map<Object, String> reasons = Map.of(
                new Anything(nested(400)), "nested more than 400 deep",
                new Cycle(), "in a cycle",
                new Self(), "in a cycle",
                new Anything(Optional.of("secret")), "no way to write a java.util.Optional;",
                new Anything(new StringJoiner("secret")), "no way to write a java.util.StringJoiner;");

        reasons.forEach((value, reason) -> assertThatThrownBy(() -> codec.encode(value))
                .hasMessageStartingWith("a " + value.getClass().getName() + " cannot be written as JSON: ")
                .hasMessageContaining(reason)
                .hasMessageNotContaining("secret"));
    }

    /** Numbers for clients that have only floating-point ones. */
    record Key(
            @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
            BigInteger modulus,

            @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable
            BigDecimal exact,

            Map<BigInteger, String> table) {

        static Key of(BigInteger modulus) {
            return new Key(modulus, null, Map.of());
        }
    }

    record Amount(BigDecimal amount) {}

    static Stream<Object> unreadable() {
        return Stream.of(
                Key.of(BigInteger.TEN.pow(1000)),
                new Key(null, new BigDecimal(BigInteger.TEN.pow(1000)), Map.of()),
                new Key(null, null, Map.of(BigInteger.TEN.pow(1000), "x")),
                new Amount(new BigDecimal(BigInteger.ONE, Integer.MIN_VALUE)),
                new Anything(BigInteger.TEN.pow(1000)),
                new Anything(new BigDecimal(BigInteger.TEN.pow(1000).add(BigInteger.ONE), 3)),
                new Anything(Map.of("n".repeat(50_001), 1)),
                new Anything(nested(400)),
                new Anything(new Object()),
                new Cycle());
    }

    @Test
    void whatIsJustWithinTheLimitsComesBack() {
        BigInteger number = BigInteger.TEN.pow(999);
        String name = "n".repeat(50_000);

        Anything back =
                RoundTrip.as(codec, new Anything(List.of(number, Map.of(name, 1), nested(397))), Anything.class);

        assertThat((List<?>) back.value()).first().isEqualTo(number);
    }

    @Test
    void digitsThatAreNoNumberAreATextOfAnyLength() {
        Text digits = new Text("1".repeat(5000));
        Key largest = new Key(BigInteger.TEN.pow(999), null, Map.of(BigInteger.TEN.pow(999), "1".repeat(5000)));
        Amount amount = new Amount(new BigDecimal(BigInteger.ONE, Integer.MAX_VALUE));
        Map<String, Object> untyped = Map.of("1".repeat(5000), digits.text());

        assertThat(RoundTrip.as(codec, digits, Text.class)).isEqualTo(digits);
        assertThat(RoundTrip.as(codec, largest, Key.class)).isEqualTo(largest);
        assertThat(RoundTrip.as(codec, amount, Amount.class)).isEqualTo(amount);
        assertThat((Object) RoundTrip.as(codec, untyped, Map.class)).isEqualTo(untyped);
    }

    private static Object nested(int levels) {
        Object value = 1;
        for (int i = 0; i < levels; i++) {
            value = List.of(value);
        }
        return value;
    }
}
