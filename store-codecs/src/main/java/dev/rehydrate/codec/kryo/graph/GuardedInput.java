// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferUnderflowException;

/**
 * Kryo's input over one array, which believes no length: memory is set aside only for what the remaining bytes can hold.
 * Kryo's own allocates whatever a length claims, and moves the caller's bytes about when there are too few.
 */
public final class GuardedInput extends Input {

    GuardedInput(byte[] bytes) {
        super(bytes);
    }

    /** Reads how many things follow that take at least one byte each. */
    public int readCount() {
        return checked(readVarInt(true), 1);
    }

    boolean isAtEnd() {
        return position == limit;
    }

    private int checked(int count, int width) {
        if (count < 0 || count > (limit - position) / width) {
            throw Refusal.damaged("a length is larger than what remains");
        }
        return count;
    }

    @Override
    protected int require(int required) {
        int remaining = limit - position;
        if (remaining < required) {
            throw new KryoBufferUnderflowException("the bytes end too early");
        }
        return remaining;
    }

    @Override
    protected int optional(int wanted) {
        int remaining = limit - position;
        return remaining == 0 ? -1 : Math.min(remaining, wanted);
    }

    /** The length of a text, plus one; zero stands for null. */
    @Override
    public int readVarIntFlag(boolean optimizePositive) {
        int lengthPlusOne = super.readVarIntFlag(optimizePositive);
        checked(lengthPlusOne == 0 ? 0 : lengthPlusOne - 1, 1);
        return lengthPlusOne;
    }

    @Override
    public byte[] readBytes(int length) {
        return super.readBytes(checked(length, 1));
    }

    @Override
    public boolean[] readBooleans(int length) {
        return super.readBooleans(checked(length, 1));
    }

    @Override
    public short[] readShorts(int length) {
        return super.readShorts(checked(length, Short.BYTES));
    }

    @Override
    public char[] readChars(int length) {
        return super.readChars(checked(length, Character.BYTES));
    }

    @Override
    public int[] readInts(int length) {
        return super.readInts(checked(length, Integer.BYTES));
    }

    @Override
    public int[] readInts(int length, boolean optimizePositive) {
        return super.readInts(checked(length, 1), optimizePositive);
    }

    @Override
    public long[] readLongs(int length) {
        return super.readLongs(checked(length, Long.BYTES));
    }

    @Override
    public long[] readLongs(int length, boolean optimizePositive) {
        return super.readLongs(checked(length, 1), optimizePositive);
    }

    @Override
    public float[] readFloats(int length) {
        return super.readFloats(checked(length, Float.BYTES));
    }

    @Override
    public double[] readDoubles(int length) {
        return super.readDoubles(checked(length, Double.BYTES));
    }
}
