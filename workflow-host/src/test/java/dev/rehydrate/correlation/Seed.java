// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import java.util.Random;

/** Random tests that can be repeated: {@code -Drehydrate.seed=...} with the number that a failure prints. */
public final class Seed {

    private Seed() {}

    /** Draws a seed, or takes the given one, and prints it. */
    public static long forTest(String test) {
        long seed = Long.getLong("rehydrate.seed", new Random().nextLong());
        System.out.println(test + ": -Drehydrate.seed=" + seed);
        return seed;
    }
}
