// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.example;

import dev.rehydrate.format.engine.ByteStore;
import dev.rehydrate.slot.SlotAddress;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Bytes in the memory of this process. */
public final class MapByteStore implements ByteStore {

    /** What the byte stores of one farm have in common; in a real provider, the database. */
    public static final class Data {
        private final Map<Space, ConcurrentNavigableMap<SlotAddress, Entry>> spaces =
                Map.of(Space.SLOTS, new ConcurrentSkipListMap<>(), Space.OWNERS, new ConcurrentSkipListMap<>());
        private final AtomicLong versions = new AtomicLong(ABSENT);
        private final List<Consumer<byte[]>> receivers = new CopyOnWriteArrayList<>();
    }

    private final Data data;
    private @Nullable Consumer<byte[]> receiver;

    /**
     * Opens a byte store.
     *
     * @param data what other byte stores may be opened on too
     */
    public MapByteStore(Data data) {
        this.data = data;
    }

    @Override
    public CompletionStage<Optional<Entry>> read(Space space, SlotAddress at) {
        return CompletableFuture.completedFuture(
                Optional.ofNullable(entries(space).get(at)));
    }

    /** The map replaces an entry only if it is still the same object, which has one version for all its life. */
    @Override
    public CompletionStage<Boolean> replace(Space space, SlotAddress at, long expected, byte[] bytes) {
        Entry next = new Entry(at, data.versions.incrementAndGet(), bytes);
        Entry known = entries(space).get(at);
        boolean stored = known == null
                ? expected == ABSENT && entries(space).putIfAbsent(at, next) == null
                : known.version() == expected && entries(space).replace(at, known, next);
        return CompletableFuture.completedFuture(stored);
    }

    @Override
    public CompletionStage<Boolean> delete(Space space, SlotAddress at, long expected) {
        Entry known = entries(space).get(at);
        boolean deleted =
                known != null && known.version() == expected && entries(space).remove(at, known);
        return CompletableFuture.completedFuture(deleted);
    }

    @Override
    public CompletionStage<List<Entry>> scan(Space space, @Nullable SlotAddress after, int limit) {
        NavigableMap<SlotAddress, Entry> rest =
                after == null ? entries(space) : entries(space).tailMap(after, false);
        return CompletableFuture.completedFuture(
                rest.values().stream().limit(limit).toList());
    }

    private ConcurrentNavigableMap<SlotAddress, Entry> entries(Space space) {
        return data.spaces.get(space);
    }

    @Override
    public void announce(byte[] message) {
        data.receivers.forEach(each -> each.accept(message));
    }

    @Override
    public void onAnnouncement(Consumer<byte[]> newReceiver) {
        receiver = newReceiver;
        data.receivers.add(newReceiver);
    }

    @Override
    public void close() {
        if (receiver != null) {
            data.receivers.remove(receiver);
        }
    }
}
