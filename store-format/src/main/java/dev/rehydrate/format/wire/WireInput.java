// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.wire;

import dev.rehydrate.codec.EncodedValue;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A head, or a section of one, that is being read: the counterpart of {@link WireOutput}, method by method. Whatever does
 * not fit is damage; no claimed length is believed beyond the bytes that are there.
 */
public final class WireInput {

    /** Reads one thing and leaves the input behind it. */
    public interface Reader<T> {
        T read(WireInput in) throws IOException;
    }

    /** Where the bytes of encoded values come from, in the order in which the head names them. */
    public interface Values {
        EncodedValue next(int length) throws IOException;

        /** The values from here on are those of a bag, each of which is named before it is asked for. */
        default void inBag(String bag) {}

        /** The next value has a name. */
        default void named(String name) {}
    }

    /** Which optional fields are there; they are asked for in the order in which they were announced. */
    public final class Presence {
        private long bits;

        private Presence(long bits) {
            this.bits = bits;
        }

        public <T> @Nullable T next(Reader<T> reader) throws IOException {
            return next() ? reader.read(WireInput.this) : null;
        }

        /** Whether the next field is there, for what every save reads. */
        public boolean next() {
            boolean present = (bits & 1) != 0;
            bits >>>= 1;
            return present;
        }
    }

    /** For a head, or a part of one, that names no value. */
    public static final Values NO_VALUES = length -> {
        throw new DamagedException("a value among the fields of a slot");
    };

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** What claims to be longer has to show it. */
    private static final int MOST_EXPECTED = 16;

    private final byte[] bytes;
    private int end;
    private final Values values;
    private final boolean kept;
    private int at;

    public WireInput(byte[] bytes, Values values) {
        this(bytes, 0, bytes.length, values, false);
    }

    /**
     * Reads a head.
     *
     * @param bytes where it lies
     * @param from where it begins
     * @param end behind which byte it has ended
     * @param values where its values are
     * @param kept whether what is read was proved before and its bytes never change, so that parts may be read later
     */
    public WireInput(byte[] bytes, int from, int end, Values values, boolean kept) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
        this.values = values;
        this.kept = kept;
    }

    /** Reads a part of a head, which names no value. */
    public WireInput(byte[] bytes, int from, int end) {
        this(bytes, from, end, NO_VALUES, false);
    }

    /** Whether parts may be left as they are, and read later from {@link #array} on from {@link #position}. */
    public boolean isKept() {
        return kept;
    }

    /** All bytes of the head, not copied. */
    public byte[] array() {
        return bytes;
    }

    /** Where in the head the next field begins. */
    public int position() {
        return at;
    }

    /** Leaves out some bytes. */
    public void skip(int length) throws DamagedException {
        take(length);
    }

    /** Whether nothing is left of the section: what was added to it later is not there. */
    public boolean isAtEnd() {
        return at == end;
    }

    public int code() throws DamagedException {
        return bytes[take(1)] & 0xFF;
    }

    public boolean flag() throws DamagedException {
        int code = code();
        if (code > 1) {
            throw new DamagedException("neither yes nor no");
        }
        return code == 1;
    }

    public long number() throws DamagedException {
        // Nearly all numbers have one digit.
        if (at < end && bytes[at] >= 0) {
            return bytes[at++];
        }
        return longNumber();
    }

    private long longNumber() throws DamagedException {
        long number = 0;
        int from = at;
        for (int shift = 0; shift < Long.SIZE && from < end; shift += Varint.BITS) {
            int next = bytes[from++];
            number |= (long) (next & Varint.MASK) << shift;
            if (next >= 0) {
                at = from;
                return Varint.exact(number, next, shift);
            }
        }
        throw new DamagedException(from < end ? "a number has too many digits" : "a field goes beyond its section");
    }

    /** A number of at most 31 bits. */
    public int small() throws DamagedException {
        return Varint.asInt(number());
    }

    public long signed() throws DamagedException {
        return Varint.unfold(number());
    }

    public int fixed32() throws DamagedException {
        return (int) INTS.get(bytes, take(Integer.BYTES));
    }

    public long fixed64() throws DamagedException {
        return (long) LONGS.get(bytes, take(Long.BYTES));
    }

    public byte[] bytes(int length) throws DamagedException {
        int start = take(length);
        return Arrays.copyOfRange(bytes, start, start + length);
    }

    public String utf8(int length) throws DamagedException {
        return new String(bytes, take(length), length, StandardCharsets.UTF_8);
    }

    public String text() throws DamagedException {
        return Text.read(this);
    }

    public Instant instant() throws DamagedException {
        long seconds = signed();
        return Instant.ofEpochSecond(seconds, nanos(fixed32()));
    }

    public Duration duration() throws DamagedException {
        long seconds = signed();
        return Duration.ofSeconds(seconds, nanos(small()));
    }

    /** Names the bag of the values that follow, for a source that finds them by name. */
    public void bag(String bag) {
        values.inBag(bag);
    }

    /** The name of the value that follows. */
    public String valueName() throws IOException {
        String name = text();
        values.named(name);
        return name;
    }

    public EncodedValue value() throws IOException {
        return values.next(small());
    }

    /** Passes over what the head says of a value, which is not asked for. */
    public void passValue() throws DamagedException {
        var unused = small();
    }

    public Presence presence() throws DamagedException {
        return new Presence(number());
    }

    /** Reads what is known of a section and leaves out the rest, which a newer version wrote. */
    public <T> T section(Reader<T> reader) throws IOException {
        int outerEnd = enter();
        T part = reader.read(this);
        leave(outerEnd);
        return part;
    }

    /**
     * Begins to read a section, for what every save reads.
     *
     * @return what {@link #leave} has to be told
     */
    public int enter() throws DamagedException {
        int length = small();
        int start = take(length);
        int outerEnd = end;
        end = at;
        at = start;
        return outerEnd;
    }

    /** Ends a section, and leaves out what was not read of it. */
    public void leave(int outerEnd) {
        at = end;
        end = outerEnd;
    }

    public <T> List<T> list(Reader<T> reader) throws IOException {
        int count = count();
        if (count == 0) {
            return List.of();
        }
        if (count == 1) {
            return List.of(reader.read(this));
        }
        List<T> items = new ArrayList<>(Math.min(count, MOST_EXPECTED));
        for (int i = 0; i < count; i++) {
            items.add(reader.read(this));
        }
        return items;
    }

    public <T> Set<T> set(Reader<T> reader) throws IOException {
        List<T> items = list(reader);
        if (items.isEmpty()) {
            return Set.of();
        }
        Set<T> set = new HashSet<>(items);
        if (set.size() < items.size()) {
            throw new DamagedException("an item is there twice");
        }
        return set;
    }

    public <K, V> Map<K, V> map(Reader<K> keyReader, Reader<V> valueReader) throws IOException {
        int count = count();
        if (count == 0) {
            return Map.of();
        }
        if (count == 1) {
            return Map.of(keyReader.read(this), valueReader.read(this));
        }
        Map<K, V> map = new HashMap<>();
        for (int i = 0; i < count; i++) {
            K key = keyReader.read(this);
            if (map.put(key, valueReader.read(this)) != null) {
                throw new DamagedException("a name or key is there twice");
            }
        }
        return map;
    }

    /** As {@link #list} begins: how many items there are. Every item takes at least one byte, so there are no more items than bytes. */
    public int count() throws DamagedException {
        int count = small();
        if (count > end - at) {
            throw new DamagedException("more items are claimed than there are bytes");
        }
        return count;
    }

    private int take(int length) throws DamagedException {
        if (length > end - at) {
            throw new DamagedException("a field goes beyond its section");
        }
        int start = at;
        at += length;
        return start;
    }

    private static int nanos(int nanos) throws DamagedException {
        if (nanos < 0 || nanos > 999_999_999) {
            throw new DamagedException("a second has no such nanosecond");
        }
        return nanos;
    }
}
