// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.check;

import java.util.Random;
import java.util.function.Consumer;

/** Runs tests with random values; a failure names its seed, and {@code -Drehydrate.seed=N} runs only that one. */
public final class Seed {

    private Seed() {}

    /** Runs a test with many seeds, always the same, or with the one that is set. */
    public static void times(int runs, Consumer<Random> test) {
        Long one = Long.getLong("rehydrate.seed");
        if (one != null) {
            once(one, test);
            return;
        }
        for (int seed = 0; seed < runs; seed++) {
            once(seed, test);
        }
    }

    private static void once(long seed, Consumer<Random> test) {
        try {
            test.accept(new Random(seed));
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError("failed with -Drehydrate.seed=" + seed, failure);
        }
    }
}
