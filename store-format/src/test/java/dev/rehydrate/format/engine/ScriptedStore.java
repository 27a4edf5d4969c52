// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.slot.SlotAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A byte store of one thread; the next writes do what a test says, and then every write is done. */
final class ScriptedStore implements ByteStore {

    /** What becomes of a write. */
    enum Fate {
        LOST_RACE,
        REFUSED,
        DONE_AND_NOT_ANSWERED,
        NEITHER_DONE_NOR_ANSWERED,
        THROWN
    }

    private final Map<SlotAddress, Entry> slots = new TreeMap<>();
    private final Map<SlotAddress, Entry> owners = new TreeMap<>();
    private final Queue<Fate> script = new ArrayDeque<>();
    private @Nullable Fate always;
    private Runnable onTrouble = () -> {};
    private boolean unreachable;
    private long versions;
    private @Nullable Consumer<byte[]> receiver;

    void next(Fate... fates) {
        script.addAll(List.of(fates));
    }

    void always(Fate fate) {
        always = fate;
    }

    /** Runs something when a write goes wrong. */
    void onTrouble(Runnable then) {
        onTrouble = then;
    }

    void cutOff() {
        unreachable = true;
    }

    void put(Space space, SlotAddress at, byte[] bytes) {
        entries(space).put(at, new Entry(at, ++versions, bytes));
    }

    byte[] get(Space space, SlotAddress at) {
        return entries(space).get(at).bytes();
    }

    boolean has(Space space, SlotAddress at) {
        return entries(space).containsKey(at);
    }

    private Map<SlotAddress, Entry> entries(Space space) {
        return space == Space.SLOTS ? slots : owners;
    }

    @Override
    public CompletionStage<Optional<Entry>> read(Space space, SlotAddress at) {
        return unreachable
                ? CompletableFuture.failedFuture(new IllegalStateException("no connection"))
                : CompletableFuture.completedFuture(
                        Optional.ofNullable(entries(space).get(at)));
    }

    @Override
    public CompletionStage<Boolean> replace(Space space, SlotAddress at, long expected, byte[] bytes) {
        return write(() -> {
            boolean matches = version(space, at) == expected;
            if (matches) {
                put(space, at, bytes);
            }
            return matches;
        });
    }

    @Override
    public CompletionStage<Boolean> delete(Space space, SlotAddress at, long expected) {
        return write(() -> version(space, at) == expected && entries(space).remove(at) != null);
    }

    private long version(Space space, SlotAddress at) {
        Entry known = entries(space).get(at);
        return known == null ? ABSENT : known.version();
    }

    private CompletionStage<Boolean> write(Supplier<Boolean> write) {
        Fate fate = always == null ? script.poll() : always;
        if (fate == null) {
            return CompletableFuture.completedFuture(write.get());
        }
        if (fate == Fate.DONE_AND_NOT_ANSWERED) {
            var unused = write.get();
        }
        onTrouble.run();
        return switch (fate) {
            case LOST_RACE -> CompletableFuture.completedFuture(false);
            case REFUSED -> CompletableFuture.failedFuture(new StorageException(Effect.NONE, "full", null));
            case THROWN -> throw new IllegalStateException("a driver that throws");
            default -> CompletableFuture.failedFuture(new StorageException(Effect.UNKNOWN, "no answer", null));
        };
    }

    @Override
    public CompletionStage<List<Entry>> scan(Space space, @Nullable SlotAddress after, int limit) {
        return CompletableFuture.completedFuture(entries(space).values().stream()
                .filter(entry -> after == null || entry.at().compareTo(after) > 0)
                .limit(limit)
                .toList());
    }

    @Override
    public void announce(byte[] message) {
        if (receiver != null) {
            receiver.accept(message);
        }
    }

    @Override
    public void onAnnouncement(Consumer<byte[]> newReceiver) {
        receiver = newReceiver;
    }

    @Override
    public void close() {}
}
