// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A simple value that is kept readable beside the data, for queries (contract §4.6). Values of one kind are ordered; all
 * numbers are one kind, so that {@code 1}, {@code 1L} and {@code 1.0} are equal.
 */
public final class PromotedValue implements Comparable<PromotedValue> {

    /** The longest text that can be promoted, in characters. */
    public static final int MAX_TEXT = 4000;

    /** What a promoted value is. */
    public enum Kind {
        /** False before true. */
        BOOLEAN,
        /** Every kind of number, by its value. */
        NUMBER,
        /** Text, by UTF-16 code units. */
        TEXT,
        /** A moment. */
        INSTANT,
        /** A UUID, by its text form. */
        UUID
    }

    private final Kind kind;
    private final Object value;

    private PromotedValue(Kind kind, Object value) {
        this.kind = kind;
        this.value = value;
    }

    /**
     * Takes a value that can be promoted.
     *
     * @param value a boolean, number, text of at most {@value #MAX_TEXT} characters, instant, offset date-time or UUID
     * @return the promoted value
     * @throws IllegalArgumentException if it is of another type, too long, or not a finite number
     */
    public static PromotedValue of(Object value) {
        if (value instanceof Boolean) {
            return new PromotedValue(Kind.BOOLEAN, value);
        }
        if (value instanceof Number number) {
            return new PromotedValue(Kind.NUMBER, shortest(decimal(number)));
        }
        if (value instanceof String text && text.length() <= MAX_TEXT) {
            return new PromotedValue(Kind.TEXT, text);
        }
        if (value instanceof Instant) {
            return new PromotedValue(Kind.INSTANT, value);
        }
        if (value instanceof OffsetDateTime time) {
            return new PromotedValue(Kind.INSTANT, time.toInstant());
        }
        if (value instanceof UUID) {
            return new PromotedValue(Kind.UUID, value.toString());
        }
        throw new IllegalArgumentException("cannot be promoted: a "
                + value.getClass().getName()
                + "; allowed are booleans, numbers, instants, UUIDs and text of at most " + MAX_TEXT + " characters");
    }

    private static BigDecimal shortest(BigDecimal number) {
        try {
            return number.stripTrailingZeros();
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException("cannot be promoted: the exponent of a number is too large", tooLarge);
        }
    }

    private static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        if (number instanceof Double || number instanceof Float) {
            if (!Double.isFinite(number.doubleValue())) {
                throw new IllegalArgumentException("cannot be promoted: " + number + "; a number has to be finite");
            }
            return new BigDecimal(number.toString());
        }
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return BigDecimal.valueOf(number.longValue());
        }
        throw new IllegalArgumentException(
                "cannot be promoted: a " + number.getClass().getName());
    }

    /** {@return what it is} */
    public Kind kind() {
        return kind;
    }

    /** {@return a Boolean, BigDecimal, String or Instant; a UUID as its text} */
    public Object value() {
        return value;
    }

    /** Orders by kind first; within a kind as the kind says. */
    @Override
    public int compareTo(PromotedValue other) {
        if (kind != other.kind) {
            return kind.compareTo(other.kind);
        }
        return switch (kind) {
            case BOOLEAN -> ((Boolean) value).compareTo((Boolean) other.value);
            case NUMBER -> ((BigDecimal) value).compareTo((BigDecimal) other.value);
            case TEXT, UUID -> ((String) value).compareTo((String) other.value);
            case INSTANT -> ((Instant) value).compareTo((Instant) other.value);
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PromotedValue that && kind == that.kind && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** {@return the value as text} */
    @Override
    public String toString() {
        return value.toString();
    }
}
