// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** How many calls the engines of a farm have not answered yet. */
final class CallsUnderWay {

    private final Map<String, Integer> calls = new TreeMap<>();
    private long answers;

    /** Begins a call; an error names what it is. */
    synchronized void begin(String what) {
        calls.merge(what, 1, Integer::sum);
    }

    /** Ends a call that was begun under this name. */
    synchronized void end(String what) {
        calls.computeIfPresent(what, (each, number) -> number == 1 ? null : number - 1);
        answers++;
        notifyAll();
    }

    synchronized int count() {
        return calls.values().stream().mapToInt(Integer::intValue).sum();
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
                throw new AssertionError("interrupted while it waited for " + calls, interrupted);
            }
            waited = answers == before ? waited + 1 : 0;
            if (waited > patience.toMillis()) {
                throw new AssertionError("no answer after " + patience + ": " + calls);
            }
        }
    }
}
