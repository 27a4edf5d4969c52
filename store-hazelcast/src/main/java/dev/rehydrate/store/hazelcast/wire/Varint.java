// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.wire;

/**
 * Numbers in as few bytes as they need: seven bits each, the lowest first, the top bit set on all but the last. A number has
 * one form only; longer ones are refused.
 */
final class Varint {

    static final int BITS = 7;
    static final int MASK = 0x7F;
    static final int MORE = 0x80;

    private Varint() {}

    /**
     * Proves the form of a number that was read.
     *
     * @param last the last byte
     * @param shift the place of that byte
     */
    static long exact(long number, int last, int shift) throws WireFormatException {
        boolean padded = last == 0 && shift > 0;
        boolean overflowing = (long) last << shift >>> shift != last;
        if (padded || overflowing) {
            throw WireFormatException.damaged("a number is in a form that is never written");
        }
        return number;
    }

    static int asInt(long number) throws WireFormatException {
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw WireFormatException.damaged("a number is out of range");
        }
        return (int) number;
    }

    /** Folds the sign into the lowest bit, so that small negative numbers are short too. */
    static long fold(long number) {
        return (number << 1) ^ (number >> (Long.SIZE - 1));
    }

    static long unfold(long folded) {
        return (folded >>> 1) ^ -(folded & 1);
    }
}
