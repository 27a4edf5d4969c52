// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Commands that wait for the next group, in order of arrival. Safe for use by many threads. */
final class CommandQueue {

    private static final int MOST_COMMANDS = 256;
    private static final long MOST_BYTES = 4L << 20;

    private final Deque<Pending<?>> waiting = new ArrayDeque<>();
    private final Runnable wakeUp;
    private boolean closed;

    /**
     * Makes an empty queue.
     *
     * @param wakeUp called after each arrival
     */
    CommandQueue(Runnable wakeUp) {
        this.wakeUp = wakeUp;
    }

    void add(Pending<?> command) {
        synchronized (waiting) {
            waiting.add(command);
        }
        wakeUpOrRefuse();
    }

    /** Puts commands back that have waited already; they keep their order. */
    void putBack(List<? extends Pending<?>> commands) {
        if (commands.isEmpty()) {
            return;
        }
        synchronized (waiting) {
            for (int i = commands.size() - 1; i >= 0; i--) {
                waiting.addFirst(commands.get(i));
            }
        }
        wakeUpOrRefuse();
    }

    private void wakeUpOrRefuse() {
        if (isClosed()) {
            close();
        } else {
            wakeUp.run();
        }
    }

    boolean isClosed() {
        synchronized (waiting) {
            return closed;
        }
    }

    /** Groups are not taken any more: fails what waits, and from now on what comes. */
    void close() {
        List<Pending<?>> refused;
        synchronized (waiting) {
            closed = true;
            refused = List.copyOf(waiting);
            waiting.clear();
        }
        refused.forEach(command -> command.fail(new StorageException(Effect.NONE, "the store is closed", null)));
    }

    int size() {
        synchronized (waiting) {
            return waiting.size();
        }
    }

    /** Takes what waits, as far as it fits into one group. A command with work of its caller is a group of its own. */
    List<Pending<?>> takeGroup() {
        List<Pending<?>> group = new ArrayList<>();
        long bytes = 0;
        synchronized (waiting) {
            Iterator<Pending<?>> commands = waiting.iterator();
            boolean hasRoom = true;
            while (hasRoom && commands.hasNext()) {
                Pending<?> next = commands.next();
                long withNext = bytes + next.bytes();
                hasRoom = group.isEmpty() || (withNext <= MOST_BYTES && next.work() == null);
                if (hasRoom) {
                    group.add(next);
                    bytes = withNext;
                    hasRoom = group.size() < MOST_COMMANDS && next.work() == null;
                }
            }
            // Only now: if memory is short in between, what had been removed would be in no group, and never be
            // answered.
            for (int taken = group.size(); taken > 0; taken--) {
                waiting.remove();
            }
        }
        return group;
    }
}
