// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Packs large payloads and unpacks them into exactly the length that was written, never more. */
final class Compression {

    /** Deflate cannot do better than about 1032 : 1, so a larger claim is a lie and gets no memory. */
    private static final int BEST_RATIO = 1040;

    private final int threshold;

    Compression(int threshold) {
        this.threshold = threshold;
    }

    /** Returns the same array if packing is not worth it. */
    byte[] pack(byte[] plain) {
        if (plain.length < threshold) {
            return plain;
        }
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(plain);
            deflater.finish();
            byte[] packed = new byte[plain.length];
            int length = deflater.deflate(packed);
            return deflater.finished() && length < plain.length ? Arrays.copyOf(packed, length) : plain;
        } finally {
            deflater.end();
        }
    }

    static byte[] unpack(byte[] packed, int plainLength) {
        if (plainLength > (long) packed.length * BEST_RATIO) {
            throw new ValueCodingException(Reason.DAMAGED, "the payload cannot have the length it claims");
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed);
            byte[] plain = new byte[plainLength];
            int length = inflater.inflate(plain);
            boolean more = length == plainLength && !inflater.finished() && inflater.inflate(new byte[1]) > 0;
            if (length != plainLength || more || !inflater.finished() || inflater.getRemaining() > 0) {
                throw new ValueCodingException(Reason.DAMAGED, "the payload has another length than was written");
            }
            return plain;
        } catch (DataFormatException notDeflated) {
            throw new ValueCodingException(Reason.DAMAGED, "the payload cannot be unpacked", notDeflated);
        } finally {
            inflater.end();
        }
    }
}
