// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import java.io.IOException;
import java.util.zip.CRC32C;

/** A frame that is in an array as a whole, and was proved to be sound. A large value stays where it is. */
final class ArrayFrame {

    /** To copy so much costs next to nothing. What is larger stays in place if it is most of the message, which it keeps in memory. */
    private static final int SMALL = 4 * 1024;

    private final String what;
    private final byte[] all;
    private final byte[] head;
    private final int payload;
    private final int end;
    private int at;

    /**
     * Opens a frame.
     *
     * @param frame of which kind it is
     * @param all the array
     * @param from where the frame begins in it
     * @param limit behind which byte it has ended at the latest
     * @throws IOException if these are not the bytes of such a frame
     */
    ArrayFrame(Frame frame, byte[] all, int from, int limit) throws IOException {
        this.what = frame.what();
        this.all = all;
        WireInput in = new WireInput(all, from, limit);
        frame.requireKnown(in.code(), in.code());
        int headLength = in.small();
        payload = in.small();
        head = in.bytes(headLength);
        CRC32C checksum = new CRC32C();
        checksum.update(frame.tag());
        checksum.update(all, from, in.position() - from);
        verify(in, checksum, "the head of " + what);
        at = in.position();
        in.skip(payload);
        end = in.position();
        if (payload > 0) {
            checksum.update(all, at, payload);
            verify(in, checksum, what);
        }
    }

    private static void verify(WireInput in, CRC32C checksum, String what) throws DamagedException {
        if (in.fixed32() != (int) checksum.getValue()) {
            throw new DamagedException("the checksum of " + what + " does not match");
        }
    }

    byte[] head() {
        return head;
    }

    EncodedValue value(int length) throws DamagedException {
        if (length > end - at) {
            throw new DamagedException("a value goes beyond the values of " + what);
        }
        int start = at;
        at += length;
        return length > SMALL && length > payload / 2
                ? EncodedValue.partOf(all, start, length)
                : EncodedValue.fromBytes(all, start, length);
    }
}
