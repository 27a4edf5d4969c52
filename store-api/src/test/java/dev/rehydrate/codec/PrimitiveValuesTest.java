// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import static dev.rehydrate.codec.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueCodingException.Reason;
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
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;

class PrimitiveValuesTest {

    private final ValueEncoding encoding = ValueEncoding.simpleTypes();

    private @Nullable Object copy(@Nullable Object value) {
        EncodedValue stored = encoding.encode(value);
        return encoding.decode(EncodedValue.fromBytes(stored.toBytes()), Object.class);
    }

    private @Nullable Object read(String typeName, byte[] payload) {
        EncodedValue.Head head = new EncodedValue.Head("primitive", typeName, 1, payload.length, false, false);
        return encoding.decode(EncodedValue.of(head, payload), Object.class);
    }

    @ParameterizedTest
    @NullSource
    @MethodSource({"numbers", "texts", "times"})
    void simpleValuesComeBackEqual(@Nullable Object value) {
        assertThat(PrimitiveValues.covers(value)).isTrue();
        assertThat(copy(value)).isEqualTo(value);
    }

    @Test
    void aPrimitiveTypeStandsForItsWrapper() {
        assertThat(encoding.decode(encoding.encode(7), int.class)).isEqualTo(7);
        assertThat(encoding.decode(encoding.encode(true), boolean.class)).isTrue();
        assertThat(encoding.decode(encoding.encode(null), int.class)).isNull();
        assertRefused(Reason.OTHER_TYPE, () -> encoding.decode(encoding.encode(7L), int.class));
    }

    static Stream<Object> numbers() {
        return Stream.of(
                true,
                false,
                Byte.MIN_VALUE,
                Short.MAX_VALUE,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                Float.MIN_VALUE,
                Float.NaN,
                0.1f,
                -0.0,
                Double.MAX_VALUE,
                Double.NEGATIVE_INFINITY,
                BigInteger.TEN.pow(65_535),
                new BigDecimal("1.10"),
                new BigDecimal("0E+5"),
                new BigDecimal("1E+2147483647"),
                new BigDecimal("1.0E+2147483647"),
                new BigDecimal("1E-2147483647"));
    }

    static Stream<Object> texts() {
        return Stream.of(
                "",
                "a",
                "grüße",
                "日本語",
                "\uD83D\uDE00",
                "\0",
                "\uFEFFwith a mark",
                "\u00FF",
                "\uD800",
                "\uDC00\uD800",
                "half a pair: \uD83D and more",
                "x".repeat(100_000),
                'x',
                '\uD800',
                new UUID(-1, 1),
                URI.create("https://example.org/a%20b?c#d"),
                URI.create(""),
                new byte[0],
                new byte[] {-1, 0, 1},
                new byte[100_000]);
    }

    static Stream<Object> times() {
        return Stream.of(
                Instant.MIN,
                Instant.MAX,
                Instant.parse("2025-01-02T03:04:05.678901234Z"),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                Duration.ofNanos(-1),
                LocalDate.MIN,
                LocalDate.MAX,
                LocalTime.MIN,
                LocalTime.MAX,
                LocalDateTime.MIN,
                LocalDateTime.MAX,
                OffsetDateTime.MIN,
                OffsetDateTime.MAX);
    }

    @Test
    void otherTypesAreNotCovered() {
        assertThat(Stream.of(new Object(), List.of(), ZoneOffset.UTC, new int[0], new Byte[0], Reason.DAMAGED))
                .noneMatch(PrimitiveValues::covers);
    }

    @Test
    void bytesThatAreReadBelongToTheReader() {
        EncodedValue stored = encoding.encode(new byte[] {1, 2});

        byte[] first = encoding.decode(stored, byte[].class);
        first[0] = 9;

        assertThat(encoding.decode(stored, byte[].class)).containsExactly(1, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.Boolean, yes",
        "java.lang.Integer, 1.5",
        "java.lang.Integer, 2147483648",
        "java.lang.Byte, 128",
        "java.lang.Double, one",
        "java.lang.Character, ab",
        "java.lang.Character, ''",
        "java.math.BigInteger, ''",
        "java.math.BigDecimal, 1e",
        "java.math.BigDecimal, 1E+99999999999",
        "java.util.UUID, 1234",
        "java.net.URI, '%zz'",
        "java.time.Instant, 2025-01-02",
        "java.time.Duration, P1Y",
        "java.time.Duration, PT9223372036854775808S",
        "java.time.LocalDate, 2025-02-30",
        "java.time.LocalTime, '25:00'",
        "java.time.LocalDateTime, 2025-01-02",
        "java.time.OffsetDateTime, 2025-01-02T03:04",
        "null, something",
    })
    void textThatIsNotOfTheTypeIsDamage(String typeName, String text) {
        assertRefused(Reason.DAMAGED, () -> read(typeName, text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void bytesThatAreNotTextAreDamage() {
        assertRefused(Reason.DAMAGED, () -> read("java.lang.String", new byte[] {'a', (byte) 0xC3}));
        assertRefused(Reason.DAMAGED, () -> read("java.lang.String", new byte[] {(byte) 0xFF, 0}));
    }

    @Test
    void aTypeThatIsNotSimpleIsNotLookedUp() {
        assertRefused(Reason.UNKNOWN_TYPE, () -> read("java.lang.ProcessBuilder", new byte[0]));
    }

    @Test
    void numbersThatTakeLongToReadAreNeitherWrittenNorRead() {
        byte[] million = "9".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);

        assertRefused(Reason.TOO_LARGE, () -> encoding.encode(BigInteger.TEN.pow(65_536)));
        assertRefused(Reason.TOO_LARGE, () -> encoding.encode(new BigDecimal(BigInteger.TEN.pow(65_536))));
        assertRefused(Reason.TOO_LARGE, () -> read("java.math.BigInteger", million));
        assertRefused(Reason.TOO_LARGE, () -> read("java.math.BigDecimal", million));
    }

    @Test
    void aDecimalWhoseTextJavaCannotReadIsNotWritten() {
        assertRefused(
                Reason.NOT_ENCODABLE, () -> encoding.encode(new BigDecimal(BigInteger.TEN, Integer.MIN_VALUE + 1)));
    }
}
