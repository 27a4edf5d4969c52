// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.instance.PromotedValue;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/**
 * A promoted value as bytes whose order is the order of the values, in every database and collation. An index takes the first of
 * them; the rest decides between values that begin alike. These bytes are stored, so they never change.
 */
public final class Rank {

    private static final int INDEXED = 120;
    private static final byte NEGATIVE = 1;
    private static final byte ZERO = 2;
    private static final byte POSITIVE = 3;

    private final byte[] rank;
    private final byte[] tail;

    /** A rank as it was stored. */
    public Rank(byte[] rank, byte[] tail) {
        this.rank = rank;
        this.tail = tail;
    }

    /** The first bytes. */
    public byte[] rank() {
        return rank;
    }

    /** The rest; mostly empty. */
    public byte[] tail() {
        return tail;
    }

    public static Rank of(PromotedValue value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(kind(value.kind()));
        bytes.writeBytes(
                switch (value.kind()) {
                    case BOOLEAN -> new byte[] {(byte) (((Boolean) value.value()) ? 1 : 0)};
                    case NUMBER -> number((BigDecimal) value.value());
                    case TEXT, UUID -> text((String) value.value());
                    case INSTANT -> instant((Instant) value.value());
                });
        byte[] all = bytes.toByteArray();
        int cut = Math.min(INDEXED, all.length);
        return new Rank(Arrays.copyOf(all, cut), Arrays.copyOfRange(all, cut, all.length));
    }

    /** Before every value of a kind. */
    public static Rank beforeAll(PromotedValue.Kind kind) {
        return new Rank(new byte[] {(byte) kind(kind)}, new byte[0]);
    }

    /** After every value of a kind. */
    public static Rank afterAll(PromotedValue.Kind kind) {
        return new Rank(new byte[] {(byte) (kind(kind) + 1)}, new byte[0]);
    }

    /** Odd, so that there is room for a bound between two kinds. */
    private static int kind(PromotedValue.Kind kind) {
        return switch (kind) {
            case BOOLEAN -> 1;
            case NUMBER -> 3;
            case TEXT -> 5;
            case INSTANT -> 7;
            case UUID -> 9;
        };
    }

    /** By UTF-16 code units, as Java does. */
    private static byte[] text(String text) {
        ByteBuffer units = ByteBuffer.allocate(text.length() * Character.BYTES);
        text.chars().forEach(unit -> units.putChar((char) unit));
        return units.array();
    }

    private static byte[] instant(Instant at) {
        return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(at.getEpochSecond() ^ Long.MIN_VALUE)
                .putInt(at.getNano())
                .array();
    }

    /** Sign, exponent of 0.d…, digits; all but the sign turned round if it is negative. Zeros at the end are stripped before. */
    private static byte[] number(BigDecimal number) {
        if (number.signum() == 0) {
            return new byte[] {ZERO};
        }
        byte[] digits = number.unscaledValue().abs().toString().getBytes(StandardCharsets.US_ASCII);
        long exponent = (long) number.precision() - number.scale();
        byte[] size = ByteBuffer.allocate(Long.BYTES + digits.length + 1)
                .putLong(exponent ^ Long.MIN_VALUE)
                .put(digits)
                .put((byte) 0)
                .array();
        ByteBuffer signed = ByteBuffer.allocate(size.length + 1);
        signed.put(number.signum() > 0 ? POSITIVE : NEGATIVE);
        for (byte each : size) {
            signed.put(number.signum() > 0 ? each : (byte) ~each);
        }
        return signed.array();
    }
}
