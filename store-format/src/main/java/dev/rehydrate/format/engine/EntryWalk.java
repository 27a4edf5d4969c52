// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.format.engine.ByteStore.Entry;
import dev.rehydrate.format.engine.ByteStore.Space;
import dev.rehydrate.slot.SlotAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the entries of a space page by page, so that commands come in between. */
final class EntryWalk {

    private static final int PAGE = 256;

    private final ByteStore store;
    private final Space space;
    private final Predicate<Entry> visitor;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private @Nullable SlotAddress after;

    private EntryWalk(ByteStore store, Space space, Predicate<Entry> visitor) {
        this.store = store;
        this.space = space;
        this.visitor = visitor;
    }

    /**
     * Visits entries, never two at the same time.
     *
     * @param visitor tells whether to go on
     */
    static CompletionStage<@Nullable Void> over(ByteStore store, Space space, Predicate<Entry> visitor) {
        EntryWalk walk = new EntryWalk(store, space, visitor);
        walk.goOn();
        return walk.ended;
    }

    /** Pages that are there at once do not deepen the stack, however many there are. */
    private void goOn() {
        while (true) {
            CompletableFuture<List<Entry>> page =
                    Stages.called(() -> store.scan(space, after, PAGE)).toCompletableFuture();
            if (!page.isDone()) {
                var unused = page.whenComplete((entries, failure) -> {
                    if (visited(page)) {
                        goOn();
                    }
                });
                return;
            }
            if (!visited(page)) {
                return;
            }
        }
    }

    private boolean visited(CompletableFuture<List<Entry>> page) {
        try {
            List<Entry> entries = page.getNow(List.of());
            for (Entry entry : entries) {
                if (!visitor.test(entry)) {
                    ended.complete(null);
                    return false;
                }
                after = entry.at();
            }
            if (entries.isEmpty()) {
                ended.complete(null);
            }
            return !entries.isEmpty();
        } catch (RuntimeException | Error failure) {
            ended.completeExceptionally(Stages.failure(failure, Effect.NONE, "the entries could not be read"));
            return false;
        }
    }
}
