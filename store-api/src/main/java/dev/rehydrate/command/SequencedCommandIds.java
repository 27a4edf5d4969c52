// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Draws ids of commands: the origin is this process since it last opened a store, by 60 random bits, and the sequence counts its
 * commands. One is drawn for every command, and a secure random number for each would cost a lock that all callers share; an id has
 * to be different, not secret.
 *
 * <p>A thread that is preempted between the draw and its command may be overtaken by thousands of commands of other threads.
 * Each thread therefore draws in a lane of its own, as long as there are enough, and what other lanes do does not make its
 * command look like an old one.
 */
final class SequencedCommandIds {

    private static final int FIRST_SHIFT = 30;
    private static final int SECOND_SHIFT = 27;
    private static final int THIRD_SHIFT = 31;
    private static final long FIRST_FACTOR = 0xBF58476D1CE4E5B9L;
    private static final long SECOND_FACTOR = 0x94D049BB133111EBL;

    private static final AtomicLong SEQUENCE = new AtomicLong();
    private static volatile long origin = newOrigin();

    private SequencedCommandIds() {}

    static CommandId next() {
        return CommandId.sequenced(origin, lane(), SEQUENCE.incrementAndGet());
    }

    static void renewOrigin() {
        origin = newOrigin();
    }

    /** A generator that was kept could be a part of the image of a process, and give each copy the same. */
    private static long newOrigin() {
        return new SecureRandom().nextLong();
    }

    /** Threads of a pool are numbered one after the other, and so have different lanes. */
    @SuppressWarnings("deprecation") // Java 17 has no other name for it; the number is final, whatever a subclass says.
    private static int lane() {
        return (int) Thread.currentThread().getId() & (CommandId.LANES - 1);
    }

    /** SplitMix64: each number has its own image, and neighbours have images that are far apart. */
    static long scrambled(long number) {
        long mixed = (number ^ (number >>> FIRST_SHIFT)) * FIRST_FACTOR;
        mixed = (mixed ^ (mixed >>> SECOND_SHIFT)) * SECOND_FACTOR;
        return mixed ^ (mixed >>> THIRD_SHIFT);
    }
}
