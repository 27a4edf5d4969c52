// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.cache;

import com.hazelcast.map.EntryProcessor;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Calls that are answered when the test says so. */
final class GivenCalls implements CopyCalls {

    private final List<Call> open = new ArrayList<>();
    private @Nullable SlotCopy here;
    private boolean owned;
    private boolean refusing;
    private @Nullable Error broken;

    /** A call that waits for its answer. */
    record Call(
            UUID at,
            EntryProcessor<UUID, SlotCopy, SlotCopy> what,
            BiConsumer<@Nullable SlotCopy, @Nullable Throwable> receiver) {

        void answer(@Nullable SlotCopy copy) {
            receiver.accept(copy, null);
        }

        void fail() {
            receiver.accept(null, new IllegalStateException("no answer"));
        }
    }

    /** {@return the calls that wait, the oldest first; each is handed out once} */
    synchronized List<Call> taken() {
        List<Call> taken = List.copyOf(open);
        open.clear();
        return taken;
    }

    void has(SlotCopy copy) {
        here = copy;
    }

    void owns() {
        owned = true;
    }

    void breakOnce(Error error) {
        broken = error;
    }

    void refuse() {
        refusing = true;
    }

    @Override
    public synchronized void send(
            UUID at,
            EntryProcessor<UUID, SlotCopy, SlotCopy> call,
            BiConsumer<@Nullable SlotCopy, @Nullable Throwable> receiver) {
        if (refusing) {
            throw new IllegalStateException("the client is shut down");
        }
        Error error = broken;
        if (error != null) {
            broken = null;
            throw error;
        }
        open.add(new Call(at, call, receiver));
    }

    @Override
    public @Nullable SlotCopy readHere(UUID at) {
        return here;
    }

    @Override
    public boolean isOwnedHere(UUID at) {
        return owned;
    }
}
