// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.wire;

import dev.rehydrate.codec.EncodedValue;
import java.io.DataInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Takes bytes from a source and keeps a checksum of them. Sets aside memory only for bytes that are known to be there, or
 * in growing steps as they come: a claimed length alone costs {@value #STEP} bytes.
 */
public final class CheckedInput extends InputStream {

    public static final int STEP = 8 * 1024;

    private final DataInput source;
    private final CRC32C checksum = new CRC32C();

    public CheckedInput(DataInput source, int seed) {
        this.source = source;
        checksum.update(seed);
    }

    @Override
    public int read() throws IOException {
        int value = source.readUnsignedByte();
        checksum.update(value);
        return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        fill(bytes, offset, length);
        return length;
    }

    /** Fills a part of an array. */
    public void fill(byte[] bytes, int offset, int length) throws IOException {
        source.readFully(bytes, offset, length);
        checksum.update(bytes, offset, length);
    }

    @Override
    public int available() throws IOException {
        return source instanceof InputStream stream ? stream.available() : 0;
    }

    public int count() throws IOException {
        long number = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += Varint.BITS) {
            int next = read();
            number |= (long) (next & Varint.MASK) << shift;
            if (next <= Varint.MASK) {
                return Varint.asInt(Varint.exact(number, next, shift));
            }
        }
        throw new DamagedException("a number has too many digits");
    }

    public byte[] bytes(int length) throws IOException {
        byte[] bytes = new byte[isThere(length) ? length : STEP];
        fill(bytes, 0, bytes.length);
        while (bytes.length < length) {
            int before = bytes.length;
            bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * before));
            fill(bytes, before, bytes.length - before);
        }
        return bytes;
    }

    public EncodedValue value(int length) throws IOException {
        return EncodedValue.partOf(bytes(length), 0, length);
    }

    /**
     * Reads a checksum and compares it with that of everything so far. Byte by byte, because there are engines whose
     * sources fill an array only half at their end and do not say so, but none that makes up a single byte.
     */
    public void verify(String what) throws IOException {
        int stored = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            stored = stored << Byte.SIZE | source.readUnsignedByte();
        }
        if (stored != (int) checksum.getValue()) {
            throw new DamagedException("the checksum of " + what + " does not match");
        }
    }

    private boolean isThere(int length) throws IOException {
        return length <= STEP || length <= available();
    }
}
