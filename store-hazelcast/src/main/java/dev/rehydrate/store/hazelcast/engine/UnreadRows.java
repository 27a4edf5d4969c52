// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.engine;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.rehydrate.store.hazelcast.behind.NoteAgain;
import dev.rehydrate.store.hazelcast.call.AsyncCalls;
import dev.rehydrate.store.hazelcast.partition.LossMarks;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The slots that a farm could not read from its database when it was started: they are not in its memory, and a mark says that they are not absent. */
public final class UnreadRows {

    private static final String WHAT = "what could not be read from the database";

    private final LossMarks marks;
    private final IMap<UUID, StoredSlot> slots;
    private final AsyncCalls calls;

    public UnreadRows(HazelcastInstance hazelcast, IMap<UUID, StoredSlot> slots, AsyncCalls calls) {
        this.marks = new LossMarks(hazelcast);
        this.slots = slots;
        this.calls = calls;
    }

    /**
     * Gives one up: its slot is absent from now on, and its row is removed with the next writing. If this ends in between, the next start of the farm finds it again.
     *
     * @return whether it was one
     */
    CompletionStage<Boolean> discard(UUID slot) {
        return calls.send(() -> marks.forget(slot), was -> was, WHAT, true)
                .thenCompose(was -> was
                        ? calls.send(() -> slots.submitToKey(slot, new NoteAgain()), noted -> true, WHAT, true)
                        : CompletableFuture.completedFuture(false));
    }
}
