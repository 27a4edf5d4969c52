// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.waiting;

import dev.rehydrate.instance.InstanceId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lets commands that wait for the same instance take turns: one at a time, first in, first out. The next turn is started by a
 * loop and not recursively, so that thousands of turns that end synchronously do not exhaust the stack.
 *
 * <p>Safe for use by many threads.
 */
public final class Turns {

    private final Map<InstanceId, WaitQueue> queues = new HashMap<>();

    /** A position in the queue of an instance. */
    public static final class Turn {

        private final InstanceId instance;
        private final CompletableFuture<Void> comes = new CompletableFuture<>();
        private boolean begun;

        private Turn(InstanceId instance) {
            this.instance = instance;
        }

        /** {@return the instance that is waited for} */
        public InstanceId instance() {
            return instance;
        }

        /** {@return completes when the turn comes} */
        public CompletableFuture<Void> comes() {
            return comes;
        }
    }

    private static final class WaitQueue {

        private final Queue<Turn> turns = new ArrayDeque<>();
        private boolean advancing;
    }

    /**
     * Appends to the queue of an instance.
     *
     * @param instance the instance
     * @return the position; its turn comes at once if the queue was empty, and has to be {@linkplain #end ended}
     */
    public Turn queueFor(InstanceId instance) {
        Turn turn = new Turn(instance);
        synchronized (this) {
            queues.computeIfAbsent(instance, absent -> new WaitQueue()).turns.add(turn);
        }
        advance(instance);
        return turn;
    }

    /**
     * Removes a position from its queue, whether or not its turn has come. Has no effect the second time.
     *
     * @param turn the position
     */
    public void end(Turn turn) {
        synchronized (this) {
            WaitQueue queue = queues.get(turn.instance);
            if (queue == null || !queue.turns.remove(turn)) {
                return;
            }
        }
        advance(turn.instance);
    }

    private void advance(InstanceId instance) {
        for (Turn next = next(instance, false); next != null; next = next(instance, true)) {
            next.comes.complete(null);
        }
    }

    /** {@return the turn to begin, or null if one has begun, the queue is empty, or another call is advancing it} */
    private synchronized @Nullable Turn next(InstanceId instance, boolean advancing) {
        WaitQueue queue = queues.get(instance);
        if (queue == null || (queue.advancing && !advancing)) {
            return null;
        }
        Turn first = queue.turns.peek();
        queue.advancing = first != null && !first.begun;
        if (first == null) {
            queues.remove(instance);
            return null;
        }
        if (first.begun) {
            return null;
        }
        first.begun = true;
        return first;
    }
}
