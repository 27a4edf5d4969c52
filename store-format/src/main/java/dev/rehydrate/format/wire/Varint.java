// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.wire;

/**
 * Numbers in as few bytes as they need: seven bits each, the lowest first, the top bit set on all but the last. A number has
 * one form only; longer ones are refused.
 */
public final class Varint {

    public static final int BITS = 7;
    public static final int MASK = 0x7F;
    public static final int MORE = 0x80;

    private Varint() {}

    /**
     * Proves the form of a number that was read.
     *
     * @param last the last byte
     * @param shift the place of that byte
     */
    public static long exact(long number, int last, int shift) throws DamagedException {
        boolean padded = last == 0 && shift > 0;
        boolean overflowing = (long) last << shift >>> shift != last;
        if (padded || overflowing) {
            throw new DamagedException("a number is in a form that is never written");
        }
        return number;
    }

    public static int asInt(long number) throws DamagedException {
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new DamagedException("a number is out of range");
        }
        return (int) number;
    }

    /** Folds the sign into the lowest bit, so that small negative numbers are short too. */
    public static long fold(long number) {
        return (number << 1) ^ (number >> (Long.SIZE - 1));
    }

    public static long unfold(long folded) {
        return (folded >>> 1) ^ -(folded & 1);
    }
}
