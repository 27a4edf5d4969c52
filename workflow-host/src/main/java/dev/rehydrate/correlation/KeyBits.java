// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Two ways to read 16 bytes. */
final class KeyBits {

    private KeyBits() {}

    static long bigEndian(byte[] bytes, int from) {
        return ByteBuffer.wrap(bytes).getLong(from);
    }

    /** A .NET Guid has three little-endian fields before eight plain bytes. */
    static long guidHigh(byte[] bytes) {
        ByteBuffer fields = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long first = Integer.toUnsignedLong(fields.getInt(0));
        long second = Short.toUnsignedLong(fields.getShort(4));
        long third = Short.toUnsignedLong(fields.getShort(6));
        return first << 32 | second << 16 | third;
    }
}
