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
 * Lets those that wait for one instance have their turns one after the other, in the order in which they came. However many end
 * their turn at once, the next one does not begin on the stack of the one before.
 */
public final class Turns {

    private final Map<InstanceId, Line> lines = new HashMap<>();

    /** One place in the line for an instance. */
    public static final class Turn {

        private final InstanceId instance;
        private final CompletableFuture<Void> comes = new CompletableFuture<>();
        private boolean begun;

        private Turn(InstanceId instance) {
            this.instance = instance;
        }

        /** {@return for what this waits} */
        public InstanceId instance() {
            return instance;
        }

        /** {@return completes when the turn comes} */
        public CompletableFuture<Void> comes() {
            return comes;
        }
    }

    private static final class Line {

        private final Queue<Turn> turns = new ArrayDeque<>();
        private boolean advancing;
    }

    /**
     * Goes to the end of the line.
     *
     * @param instance for what
     * @return the place, whose turn comes at once if nobody else waits; it is to be {@linkplain #end ended}
     */
    public Turn queueFor(InstanceId instance) {
        Turn turn = new Turn(instance);
        synchronized (this) {
            lines.computeIfAbsent(instance, nobody -> new Line()).turns.add(turn);
        }
        advance(instance);
        return turn;
    }

    /**
     * Leaves the line, whether or not the turn has come.
     *
     * @param turn the place
     */
    public void end(Turn turn) {
        synchronized (this) {
            Line line = lines.get(turn.instance);
            if (line == null || !line.turns.remove(turn)) {
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

    /** {@return whose turn begins now, or null if somebody has the turn, nobody waits, or another call advances the line} */
    private synchronized @Nullable Turn next(InstanceId instance, boolean advancing) {
        Line line = lines.get(instance);
        if (line == null || (line.advancing && !advancing)) {
            return null;
        }
        Turn first = line.turns.peek();
        line.advancing = first != null && !first.begun;
        if (first == null) {
            lines.remove(instance);
            return null;
        }
        if (first.begun) {
            return null;
        }
        first.begun = true;
        return first;
    }
}
