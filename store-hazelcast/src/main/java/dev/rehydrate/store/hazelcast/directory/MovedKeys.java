// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last instances that have left a place in the directory of a partition. A search that visits one place after the other
 * can miss an instance that moves meanwhile: it comes too late to the one and too early to the other. So it asks at its end
 * which ones have moved since its begin, and reads these itself. One thread writes.
 */
public final class MovedKeys {

    /** So many moves during one search can be told apart. */
    static final int KEPT = 256;

    private final AtomicReferenceArray<UUID> last = new AtomicReferenceArray<>(KEPT);
    private volatile long begun;
    private volatile long ended;

    /** Notes a move before it is made. */
    void begin(UUID key) {
        long place = begun;
        last.set((int) (place % KEPT), key);
        begun = place + 1;
    }

    /** The move is made. */
    void end() {
        ended = begun;
    }

    /** {@return how many have moved up to now; not the one that is under way} */
    public long count() {
        return ended;
    }

    /**
     * Tells which ones have moved.
     *
     * @param start the {@link #count()} at the begin
     * @return their keys, with the one that is under way, or null if there were too many to know
     */
    public @Nullable List<UUID> since(long start) {
        List<UUID> moved = new ArrayList<>();
        for (long place = start; place < begun && begun - start < KEPT; place++) {
            moved.add(last.get((int) (place % KEPT)));
        }
        return begun - start < KEPT ? moved : null;
    }
}
