// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.wire.CheckedInput;
import dev.rehydrate.format.wire.DamagedException;
import java.io.IOException;
import java.util.Arrays;

/** A frame whose head has arrived and is sound, and whose values are still to come. */
final class OpenFrame {

    private static final int SKIPPED_AT_ONCE = 8 * 1024;

    private final String what;
    private final CheckedInput in;
    private final byte[] head;
    private final int payload;
    private int remaining;

    OpenFrame(String what, CheckedInput in, byte[] head, int payload) {
        this.what = what;
        this.in = in;
        this.head = head;
        this.payload = payload;
        this.remaining = payload;
    }

    byte[] head() {
        return head;
    }

    /** How many bytes the values have together. */
    int payload() {
        return payload;
    }

    EncodedValue value(int length) throws IOException {
        if (length > remaining) {
            throw new DamagedException("a value goes beyond the values of " + what);
        }
        remaining -= length;
        return in.value(length);
    }

    /** Head and values, which must be few bytes, as one array. */
    byte[] withValues() throws IOException {
        byte[] all = Arrays.copyOf(head, head.length + payload);
        in.fill(all, head.length, payload);
        remaining = 0;
        return all;
    }

    /** Verifies the values. Values that were not read yet were written by a newer version; they must be valid all the same. */
    void finish() throws IOException {
        while (remaining > 0) {
            remaining -= in.bytes(Math.min(remaining, SKIPPED_AT_ONCE)).length;
        }
        if (payload > 0) {
            in.verify(what);
        }
    }
}
