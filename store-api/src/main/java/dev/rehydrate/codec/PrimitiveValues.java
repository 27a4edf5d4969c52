// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The simple types that every store can read without the application's classes (contract §4.5): null, booleans, numbers,
 * characters, text, bytes, UUIDs, URIs and the times of {@code java.time}. All but bytes are stored as plain text.
 */
public final class PrimitiveValues {

    /** The codec id under which these types are stored. */
    public static final String CODEC_ID = "primitive";

    static final String NULL_TYPE = "null";

    /** The longest number, in characters of its text form. */
    static final int LONGEST_NUMBER = 65_536;

    private static final Map<Class<?>, Function<String, Object>> READERS = new LinkedHashMap<>();

    static {
        READERS.put(Boolean.class, PrimitiveValues::parseBoolean);
        READERS.put(Byte.class, Byte::valueOf);
        READERS.put(Short.class, Short::valueOf);
        READERS.put(Integer.class, Integer::valueOf);
        READERS.put(Long.class, Long::valueOf);
        READERS.put(Float.class, Float::valueOf);
        READERS.put(Double.class, Double::valueOf);
        READERS.put(Character.class, PrimitiveValues::parseCharacter);
        READERS.put(String.class, text -> text);
        READERS.put(BigInteger.class, number(BigInteger::new));
        READERS.put(BigDecimal.class, number(BigDecimal::new));
        READERS.put(UUID.class, UUID::fromString);
        READERS.put(URI.class, URI::create);
        READERS.put(Instant.class, Instant::parse);
        READERS.put(Duration.class, Duration::parse);
        READERS.put(LocalDate.class, LocalDate::parse);
        READERS.put(LocalTime.class, LocalTime::parse);
        READERS.put(LocalDateTime.class, LocalDateTime::parse);
        READERS.put(OffsetDateTime.class, OffsetDateTime::parse);
    }

    private static final Map<String, Function<String, Object>> READERS_BY_NAME = READERS.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(reader -> reader.getKey().getName(), Map.Entry::getValue));

    private PrimitiveValues() {}

    /**
     * Tells whether a value is stored without the application's codec.
     *
     * @param value any object or null
     * @return whether it is null or of one of the simple types
     */
    public static boolean covers(@Nullable Object value) {
        return value == null || value instanceof byte[] || READERS.containsKey(value.getClass());
    }

    static String typeName(@Nullable Object value) {
        return value == null ? NULL_TYPE : value.getClass().getName();
    }

    /** Of bytes, those of the caller themselves: they are copied when head and payload are put together. */
    static byte[] encode(@Nullable Object value) {
        if (value == null) {
            return new byte[0];
        }
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        return StoredText.encode(value instanceof Number number ? text(number) : value.toString());
    }

    private static String text(Number number) {
        String text = number.toString();
        boolean exponentTooLarge =
                number instanceof BigDecimal decimal && decimal.precision() - 1L - decimal.scale() > Integer.MAX_VALUE;
        if (exponentTooLarge) {
            throw new ValueCodingException(
                    Reason.NOT_ENCODABLE, "the exponent of a BigDecimal is too large to be read");
        }
        if (text.length() > LONGEST_NUMBER) {
            throw tooLong(text);
        }
        return text;
    }

    private static ValueCodingException tooLong(String number) {
        return new ValueCodingException(
                Reason.TOO_LARGE, "a number has " + number.length() + " characters; the limit is " + LONGEST_NUMBER);
    }

    static @Nullable Object decode(String typeName, byte[] bytes) {
        if (typeName.equals(NULL_TYPE)) {
            return nothing(bytes);
        }
        if (typeName.equals(byte[].class.getName())) {
            return bytes;
        }
        Function<String, Object> reader = READERS_BY_NAME.get(typeName);
        if (reader == null) {
            throw new ValueCodingException(Reason.UNKNOWN_TYPE, "not a simple type: " + typeName);
        }
        return parse(reader, StoredText.decode(bytes), typeName);
    }

    private static @Nullable Object nothing(byte[] bytes) {
        if (bytes.length > 0) {
            throw new ValueCodingException(Reason.DAMAGED, "a null with content");
        }
        return null;
    }

    private static Object parse(Function<String, Object> reader, String text, String typeName) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | DateTimeException malformed) {
            throw new ValueCodingException(Reason.DAMAGED, "not the text of a " + typeName, malformed);
        }
    }

    private static Object parseBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static Object parseCharacter(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException("not one character");
        }
        return text.charAt(0);
    }

    /** Java takes time with the square of the length to read a number: seconds for a million digits. */
    private static <N> Function<String, Object> number(Function<String, N> parse) {
        return text -> {
            if (text.length() > LONGEST_NUMBER) {
                throw tooLong(text);
            }
            return Objects.requireNonNull(parse.apply(text));
        };
    }
}
