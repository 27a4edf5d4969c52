// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.wire;

import dev.rehydrate.codec.EncodedValue;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A head in the making: small fields, one after the other. Encoded values are only noted here; their bytes follow the head,
 * in the order in which they were named.
 */
public final class WireOutput {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int USUAL_SIZE = 256;
    private static final int USUAL_VALUES = 1;
    /** Of 31 bits. */
    private static final int LARGEST_NUMBER = 5;

    private byte[] bytes;
    private int size;
    private List<EncodedValue> values = List.of();
    private long payload;

    public WireOutput() {
        this(USUAL_SIZE);
    }

    public WireOutput(int expectedSize) {
        bytes = new byte[expectedSize];
    }

    /**
     * A head that was made before, to be written again: values may follow, but no field.
     *
     * @param bytes begins with the head; not copied
     * @param size how many bytes the head has
     */
    public WireOutput(byte[] bytes, int size) {
        this.bytes = bytes;
        this.size = size;
    }

    /** {@return a copy of the head} */
    public byte[] head() {
        return Arrays.copyOf(bytes, size);
    }

    /**
     * Makes what a copy of a slot begins with: the number of values, the length of each, and this head.
     *
     * @param within whether the bytes of the values follow in the same array
     * @return an array of just the size
     */
    public byte[] behindValues(boolean within) {
        WireOutput front = new WireOutput(LARGEST_NUMBER * (1 + values.size()));
        front.number(values.size());
        for (EncodedValue value : values) {
            front.number(value.size());
        }
        int at = front.size + size;
        byte[] all = Arrays.copyOf(front.bytes, within ? at + (int) payload : at);
        System.arraycopy(bytes, 0, all, front.size, size);
        if (within) {
            for (EncodedValue value : values) {
                value.copyTo(all, at);
                at += value.size();
            }
        }
        return all;
    }

    /** {@return the encoded values, in the order in which they were named} */
    public List<EncodedValue> values() {
        return values;
    }

    public int size() {
        return size;
    }

    /** How many bytes the encoded values have together. */
    public long payload() {
        return payload;
    }

    public void writeHeadTo(CheckedOutput out) throws IOException {
        out.write(bytes, 0, size);
    }

    public void writePayloadTo(DataOutput out) throws IOException {
        for (EncodedValue value : values) {
            value.writeTo(out);
        }
    }

    /** One byte that means something of its own: an enum constant, a variant, a version. */
    public void code(int code) {
        room(1);
        bytes[size++] = (byte) code;
    }

    public void flag(boolean flag) {
        code(flag ? 1 : 0);
    }

    /** A number that is mostly small and never negative. */
    public void number(long number) {
        if ((number & ~Varint.MASK) == 0) {
            code((int) number);
            return;
        }
        long rest = number;
        while ((rest & ~Varint.MASK) != 0) {
            code(((int) rest & Varint.MASK) | Varint.MORE);
            rest >>>= Varint.BITS;
        }
        code((int) rest);
    }

    /** A number that is mostly small. */
    public void signed(long number) {
        number(Varint.fold(number));
    }

    public void fixed32(int number) {
        room(Integer.BYTES);
        INTS.set(bytes, size, number);
        size += Integer.BYTES;
    }

    /** A number whose upper bits are mostly in use. */
    public void fixed64(long number) {
        room(Long.BYTES);
        LONGS.set(bytes, size, number);
        size += Long.BYTES;
    }

    public void bytes(byte[] more) {
        bytes(more, 0, more.length);
    }

    /** Some bytes of another head. */
    public void bytes(byte[] from, int start, int end) {
        room(end - start);
        System.arraycopy(from, start, bytes, size, end - start);
        size += end - start;
    }

    public void text(String text) {
        Text.write(this, text);
    }

    public void instant(Instant instant) {
        signed(instant.getEpochSecond());
        fixed32(instant.getNano());
    }

    public void duration(Duration duration) {
        signed(duration.getSeconds());
        number(duration.getNano());
    }

    public void value(EncodedValue value) {
        number(value.size());
        follows(value);
    }

    /** A value that the head has named. */
    public void follows(EncodedValue value) {
        if (values.isEmpty()) {
            values = new ArrayList<>(USUAL_VALUES);
        }
        values.add(value);
        payload += value.size();
    }

    /** Writes a text if it is ASCII, as nearly all names are, without making bytes of it first; tells whether it did. */
    boolean ascii(String text) {
        int length = text.length();
        int start = size;
        number(2L * length);
        room(length);
        byte[] to = bytes;
        int at = size;
        for (int i = 0; i < length; i++) {
            char unit = text.charAt(i);
            if (unit > Varint.MASK) {
                size = start;
                return false;
            }
            to[at + i] = (byte) unit;
        }
        size = at + length;
        return true;
    }

    /** Says which of the fields that follow are there: the first one by the lowest bit. */
    public void presence(@Nullable Object... fields) {
        long bits = 0;
        for (int i = 0; i < fields.length; i++) {
            bits |= fields[i] == null ? 0 : 1L << i;
        }
        number(bits);
    }

    /** What {@link #number} has to say in the place of {@link #presence}: a bit for each field that is there. */
    public static long bit(@Nullable Object field, int place) {
        return field == null ? 0 : 1L << place;
    }

    /** A field that {@link #presence} has spoken of. */
    public <T> void optional(@Nullable T field, BiConsumer<WireOutput, ? super T> writer) {
        if (field != null) {
            writer.accept(this, field);
        }
    }

    /** A record that may get more fields one day, with its length before it, so that who knows it by fewer can go on. */
    public <T> void section(T part, BiConsumer<WireOutput, ? super T> writer) {
        int start = beginSection();
        writer.accept(this, part);
        endSection(start);
    }

    /**
     * Begins a section, for what every save writes: one place that calls very many kinds of writers costs each of them.
     *
     * @return what {@link #endSection} has to be told
     */
    public int beginSection() {
        code(0);
        return size - 1;
    }

    /** Ends a section, and says in front of it how long it is. */
    public void endSection(int start) {
        int length = size - start - 1;
        if (length <= Varint.MASK) {
            bytes[start] = (byte) length;
            return;
        }
        int digits = 1;
        for (int rest = length >>> Varint.BITS; rest != 0; rest >>>= Varint.BITS) {
            digits++;
        }
        room(digits);
        System.arraycopy(bytes, start + 1, bytes, start + digits, length);
        size = start;
        number(length);
        size += length;
    }

    public <T> void list(Collection<T> items, BiConsumer<WireOutput, ? super T> writer) {
        number(items.size());
        for (T item : items) {
            writer.accept(this, item);
        }
    }

    /** What has no order of its own is written in a fixed one, so that equal things have equal bytes. */
    public <T> void sorted(Collection<T> items, Comparator<? super T> order, BiConsumer<WireOutput, ? super T> writer) {
        list(inOrder(items, order), writer);
    }

    /** {@return the same items in an order} */
    public static <T> Collection<T> inOrder(Collection<T> items, Comparator<? super T> order) {
        if (items.size() < 2) {
            return items;
        }
        List<T> inOrder = new ArrayList<>(items);
        inOrder.sort(order);
        return inOrder;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * bytes.length));
        }
    }
}
