// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Draws ids of commands: 64 bits that are this process's own, and 64 bits that it never repeats and that look random. One is
 * drawn for every command, and a secure random number for each would cost a lock that all callers share; an id has to be
 * different, not secret.
 */
final class RandomCommandIds {

    /** The golden ratio as a fraction of 64 bits: odd, so that the walk meets every number before it repeats one. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private static final int FIRST_SHIFT = 30;
    private static final int SECOND_SHIFT = 27;
    private static final int THIRD_SHIFT = 31;
    private static final long FIRST_FACTOR = 0xBF58476D1CE4E5B9L;
    private static final long SECOND_FACTOR = 0x94D049BB133111EBL;

    private static final long PROCESS;
    private static final AtomicLong WALK;

    static {
        SecureRandom seeds = new SecureRandom();
        PROCESS = seeds.nextLong();
        WALK = new AtomicLong(seeds.nextLong());
    }

    private RandomCommandIds() {}

    static CommandId next() {
        return new CommandId(PROCESS, scrambled(WALK.getAndAdd(STEP)));
    }

    /** SplitMix64: each number has its own image, and neighbours have images that are far apart. */
    private static long scrambled(long number) {
        long mixed = (number ^ (number >>> FIRST_SHIFT)) * FIRST_FACTOR;
        mixed = (mixed ^ (mixed >>> SECOND_SHIFT)) * SECOND_FACTOR;
        return mixed ^ (mixed >>> THIRD_SHIFT);
    }
}
