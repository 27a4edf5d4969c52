// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How many calls the engines of a farm have not answered yet. */
final class CallsUnderWay {

    private int calls;
    private long answers;

    synchronized void begin(int number) {
        calls += number;
    }

    synchronized void end() {
        calls--;
        answers++;
        notifyAll();
    }

    synchronized int count() {
        return calls;
    }

    /**
     * Waits until a condition holds. The condition is tested after each answer, and every millisecond, because an engine does not
     * report that a call pauses.
     *
     * @param condition what to wait for
     * @param patience how long to wait for the next answer
     * @throws AssertionError if there was no answer for that long
     */
    synchronized void await(BooleanSupplier condition, Duration patience) {
        long waited = 0;
        while (!condition.getAsBoolean()) {
            long before = answers;
            try {
                wait(1);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted while it waited for " + calls + " answers", interrupted);
            }
            waited = answers == before ? waited + 1 : 0;
            if (waited > patience.toMillis()) {
                throw new AssertionError(calls + " calls have no answer after " + patience);
            }
        }
    }
}
