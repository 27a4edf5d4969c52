// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.engine.ByteStore;
import dev.rehydrate.slot.SlotAddress;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A byte store in other threads, to which happens what happens to connections: one of five writes loses a race that there was
 * not, or is not answered, whether it was done, was not done, or is done much later.
 */
final class UnreliableByteStore implements ByteStore {

    /** What the byte stores of one farm have in common. */
    static final class Weather {
        private final RandomGenerator dice;
        private final Queue<Supplier<CompletionStage<Boolean>>> late = new ConcurrentLinkedQueue<>();
        private final AtomicLong troubles = new AtomicLong();

        Weather(RandomGenerator dice) {
            this.dice = dice;
        }

        private synchronized int roll() {
            return dice.nextInt(100);
        }

        /** How many writes went wrong. */
        long troubles() {
            return troubles.get();
        }
    }

    private final ByteStore store;
    private final Weather weather;
    private final Executor executor;

    UnreliableByteStore(ByteStore store, Weather weather, Executor executor) {
        this.store = store;
        this.weather = weather;
        this.executor = executor;
    }

    private <T> CompletionStage<T> elsewhere(Supplier<CompletionStage<T>> call) {
        return CompletableFuture.supplyAsync(call, executor).thenCompose(answer -> answer);
    }

    private CompletionStage<Boolean> write(Supplier<CompletionStage<Boolean>> call) {
        return elsewhere(() -> {
            int roll = weather.roll();
            if (roll > 80) {
                weather.troubles.incrementAndGet();
            } else if (roll < 30) {
                doWhatIsLate();
            }
            if (roll > 90) {
                return CompletableFuture.completedFuture(false);
            } else if (roll > 87) {
                return unanswered();
            } else if (roll > 84) {
                return call.get().thenCompose(done -> unanswered());
            } else if (roll > 80) {
                weather.late.add(call);
                return unanswered();
            }
            return call.get();
        });
    }

    private void doWhatIsLate() {
        Supplier<CompletionStage<Boolean>> late = weather.late.poll();
        if (late != null) {
            var unused = late.get();
        }
    }

    private static CompletionStage<Boolean> unanswered() {
        return CompletableFuture.failedFuture(new StorageException(Effect.UNKNOWN, "no answer, on purpose", null));
    }

    @Override
    public CompletionStage<Optional<Entry>> read(Space space, SlotAddress at) {
        return elsewhere(() -> store.read(space, at));
    }

    @Override
    public CompletionStage<Boolean> replace(Space space, SlotAddress at, long expected, byte[] bytes) {
        return write(() -> store.replace(space, at, expected, bytes));
    }

    @Override
    public CompletionStage<Boolean> delete(Space space, SlotAddress at, long expected) {
        return write(() -> store.delete(space, at, expected));
    }

    @Override
    public CompletionStage<List<Entry>> scan(Space space, @Nullable SlotAddress after, int limit) {
        return elsewhere(() -> store.scan(space, after, Math.min(limit, 3)));
    }

    @Override
    public void announce(byte[] message) {
        store.announce(message);
    }

    @Override
    public void onAnnouncement(Consumer<byte[]> receiver) {
        store.onAnnouncement(receiver);
    }

    @Override
    public void close() {
        store.close();
    }
}
