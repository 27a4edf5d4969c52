// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

/**
 * How far a command has come, and so whether it may have taken effect, at any moment. A command that is stopped while nothing of it is under way has
 * not been done, and never will be.
 */
public final class Progress {

    private boolean underWay;
    private long payload;
    private boolean stopped;

    /** Says that the deciding step is about to be sent; false if it must not be any more. */
    public synchronized boolean send() {
        underWay = !stopped;
        return underWay;
    }

    /** Says that the deciding step was refused and may be sent again. */
    public synchronized void refused() {
        underWay = false;
    }

    /** Says how many bytes of encoded values the command has. */
    public synchronized void carries(long bytes) {
        payload = bytes;
    }

    /** {@return how many bytes the values of the command have} */
    public synchronized long payload() {
        return payload;
    }

    /** Allows no further step; tells whether one is under way. */
    public synchronized boolean stop() {
        stopped = true;
        return underWay;
    }
}
