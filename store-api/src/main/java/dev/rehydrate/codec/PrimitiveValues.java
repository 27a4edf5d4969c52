// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The simple types that every store can read without the application's classes (contract §4.5): null, booleans, numbers,
 * characters, text, bytes, UUIDs, URIs and the times of {@code java.time}. All but bytes are stored as plain text.
 */
public final class PrimitiveValues {

    /** The codec id under which these types are stored. */
    public static final String CODEC_ID = "primitive";

    static final String NULL_TYPE = "null";

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
        READERS.put(BigInteger.class, BigInteger::new);
        READERS.put(BigDecimal.class, BigDecimal::new);
        READERS.put(UUID.class, UUID::fromString);
        READERS.put(URI.class, URI::create);
        READERS.put(Instant.class, Instant::parse);
        READERS.put(Duration.class, Duration::parse);
        READERS.put(LocalDate.class, LocalDate::parse);
        READERS.put(LocalTime.class, LocalTime::parse);
        READERS.put(LocalDateTime.class, LocalDateTime::parse);
        READERS.put(OffsetDateTime.class, OffsetDateTime::parse);
    }

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

    static byte[] encode(@Nullable Object value) {
        if (value == null) {
            return new byte[0];
        }
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        String text = value.toString();
        try {
            ByteBuffer utf8 = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[utf8.remaining()];
            utf8.get(bytes);
            return bytes;
        } catch (CharacterCodingException loneSurrogate) {
            // UTF-8 has no form for half a character; writing '?' instead would change the value silently.
            return Utf16.encode(text);
        }
    }

    static @Nullable Object decode(String typeName, byte[] bytes) {
        if (typeName.equals(NULL_TYPE)) {
            return null;
        }
        if (typeName.equals(byte[].class.getName())) {
            return bytes;
        }
        for (Map.Entry<Class<?>, Function<String, Object>> reader : READERS.entrySet()) {
            if (reader.getKey().getName().equals(typeName)) {
                return parse(reader.getValue(), text(bytes), typeName);
            }
        }
        throw new ValueCodingException(Reason.UNKNOWN_TYPE, "not a simple type: " + typeName);
    }

    private static String text(byte[] bytes) {
        return Utf16.isMarked(bytes) ? Utf16.decode(bytes) : new String(bytes, StandardCharsets.UTF_8);
    }

    private static Object parse(Function<String, Object> reader, String text, String typeName) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | java.time.DateTimeException malformed) {
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

    /** Text that is not valid Unicode, marked by a byte that UTF-8 never begins with. */
    private static final class Utf16 {
        private static final byte MARK = (byte) 0xFF;

        static byte[] encode(String text) {
            ByteBuffer buffer = ByteBuffer.allocate(1 + text.length() * Character.BYTES);
            buffer.put(MARK);
            text.chars().forEach(unit -> buffer.putChar((char) unit));
            return buffer.array();
        }

        static boolean isMarked(byte[] bytes) {
            return bytes.length > 0 && bytes[0] == MARK;
        }

        static String decode(byte[] bytes) {
            return ByteBuffer.wrap(bytes, 1, (bytes.length - 1) / Character.BYTES * Character.BYTES)
                    .asCharBuffer()
                    .toString();
        }
    }
}
