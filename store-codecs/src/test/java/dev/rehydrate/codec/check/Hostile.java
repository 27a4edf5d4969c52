// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueCodingException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Does all small harm to bytes and expects of a reader a value or a {@link ValueCodingException}, soon, and nothing else. */
public final class Hostile {

    // Far more than anything takes, far less than what has no bound: the machine may be busy.
    private static final Duration SOON = Duration.ofSeconds(30);

    private Hostile() {}

    /** Gives a reader the bytes with one byte changed, for all positions and all other values of it. */
    public static int everyChangeOfAByte(byte[] bytes, Consumer<byte[]> reader) {
        return changes(bytes, IntStream.range(1, 256).toArray(), reader);
    }

    /** Gives a reader the bytes with one bit changed, for all of them. */
    public static int everyChangeOfABit(byte[] bytes, Consumer<byte[]> reader) {
        return changes(bytes, IntStream.range(0, Byte.SIZE).map(bit -> 1 << bit).toArray(), reader);
    }

    private static int changes(byte[] bytes, int[] differences, Consumer<byte[]> reader) {
        int refused = 0;
        for (int at = 0; at < bytes.length; at++) {
            for (int difference : differences) {
                byte[] changed = bytes.clone();
                changed[at] ^= (byte) difference;
                refused += isRefused(changed, reader) ? 1 : 0;
            }
        }
        return refused;
    }

    /** Gives a reader the bytes without their end, for all places to cut. */
    public static int everyTruncation(byte[] bytes, Consumer<byte[]> reader) {
        int refused = 0;
        for (int length = 0; length < bytes.length; length++) {
            refused += isRefused(Arrays.copyOf(bytes, length), reader) ? 1 : 0;
        }
        return refused;
    }

    /** Returns whether a reader refuses the bytes; fails if it does anything else than that or returning in time. */
    public static boolean isRefused(byte[] bytes, Consumer<byte[]> reader) {
        byte[] given = bytes.clone();
        long begin = System.nanoTime();
        boolean refused = false;
        try {
            reader.accept(given);
        } catch (ValueCodingException expected) {
            refused = true;
        } catch (Throwable other) {
            throw new AssertionError("neither a value nor a refusal for " + Arrays.toString(bytes), other);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
        assertThat(given)
                .as("the reader's input, which is not the reader's to change")
                .isEqualTo(bytes);
        return refused;
    }
}
