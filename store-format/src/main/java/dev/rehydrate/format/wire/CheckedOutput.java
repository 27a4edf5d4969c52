// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.wire;

import java.io.DataOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/**
 * Hands bytes on to a sink and keeps a checksum of them. Asks the sink for nothing but bytes, because the order in which an
 * engine writes the bytes of a number is one of its settings.
 */
public final class CheckedOutput extends OutputStream {

    private final DataOutput sink;
    private final CRC32C checksum = new CRC32C();

    public CheckedOutput(DataOutput sink, int seed) {
        this.sink = sink;
        checksum.update(seed);
    }

    @Override
    public void write(int value) throws IOException {
        checksum.update(value);
        sink.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        checksum.update(bytes, offset, length);
        sink.write(bytes, offset, length);
    }

    /** Writes the checksum of everything so far, itself not included. */
    public void seal() throws IOException {
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            sink.write((int) (checksum.getValue() >>> shift) & 0xFF);
        }
    }
}
