// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether something was committed to the file that could not be forced to the disk. Until it is, a row of which this is not known
 * must not be answered, whichever lane reads it. Shared by all lanes of a database, because a force is one of the whole file.
 */
final class UnforcedCommits {

    /** Each failure to force has a number. */
    private final AtomicLong failures = new AtomicLong();

    private final AtomicLong settled = new AtomicLong();

    /** Something is, or may be, committed, and the force after it failed. */
    void add() {
        failures.incrementAndGet();
    }

    boolean isEmpty() {
        return settled.get() == failures.get();
    }

    /** {@return a mark to be taken before a force: a failure after it may be of a commit that the force does not cover} */
    long mark() {
        return failures.get();
    }

    /** A force has succeeded that was begun after this mark. */
    void forced(long mark) {
        settled.accumulateAndGet(mark, Math::max);
    }
}
