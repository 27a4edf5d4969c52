// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

/**
 * Orders the holds on one life of an instance: it grows by one whenever the hold passes to another holder, and a store
 * refuses every command that presents a smaller one. The contract calls it the instance version (§1.8).
 *
 * @param value at least 1; the first hold of a life has 1
 */
public record FencingToken(long value) implements Comparable<FencingToken> {

    /** The token of the first hold on a new instance. */
    public static final FencingToken FIRST = new FencingToken(1);

    /**
     * Checks the value.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public FencingToken {
        if (value < 1) {
            throw new IllegalArgumentException("a fencing token is at least 1, not " + value);
        }
    }

    /**
     * Gives the token of the next hold.
     *
     * @return this plus one
     */
    public FencingToken next() {
        return new FencingToken(value + 1);
    }

    @Override
    public int compareTo(FencingToken other) {
        return Long.compare(value, other.value);
    }

    /** {@return the number} */
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
