// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.engine;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of a lane: takes one group after the other, and parks while none waits. */
final class LaneThread implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");
    private static final long LONGEST_GROUP = TimeUnit.SECONDS.toMillis(10);

    private final Thread thread;
    private BooleanSupplier nextGroup = () -> false;
    private Runnable atEnd = () -> {};
    private volatile boolean parked;
    private volatile boolean closed;

    LaneThread(String name) {
        thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    /**
     * Begins.
     *
     * @param groups takes the next group, and says whether there was one
     * @param end called in the thread when it ends
     */
    void start(BooleanSupplier groups, Runnable end) {
        nextGroup = groups;
        atEnd = end;
        thread.start();
    }

    /** There may be a group. Called by many threads. */
    void wakeUp() {
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                if (!took()) {
                    parked = true;
                    // What came before this thread was seen to be parked would not wake it.
                    if (!took() && !closed) {
                        LockSupport.park(this);
                    }
                    parked = false;
                }
            }
            while (took()) {
                // What was submitted before the end is still answered.
            }
        } finally {
            atEnd.run();
        }
    }

    /** An unexpected failure costs its group, not the lane: without its thread no other command of the lane is ever answered. */
    private boolean took() {
        try {
            return nextGroup.getAsBoolean();
        } catch (Throwable unexpected) { // Also what code of others throws without declaring it.
            report(unexpected);
            return true;
        } finally {
            // This thread is never interrupted from elsewhere, but work of a caller may leave it so: it could park no
            // more, and get no connection.
            if (Thread.interrupted()) {
                LOG.debug("a group has left its thread interrupted");
            }
        }
    }

    private static void report(Throwable unexpected) {
        try {
            LOG.error(
                    "a group of commands was given up: what was not answered yet has failed, or ends as 'outcome unknown' at its timeout",
                    unexpected);
        } catch (Throwable notLogged) { // When memory is short, to say so can fail as well.
            unexpected.addSuppressed(notLogged);
        }
    }

    /** Ends the thread after the group under way. */
    void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        try {
            thread.join(LONGEST_GROUP);
        } catch (InterruptedException stop) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
