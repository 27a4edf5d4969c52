// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.format.engine.ByteStore.Entry;
import dev.rehydrate.format.engine.ByteStore.Space;
import dev.rehydrate.slot.SlotAddress;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One read-modify-write of one entry, repeated until its write is done or there is nothing to write.
 *
 * <p>A write that lost a race has stored nothing; the change is made again on what the winner has stored. After a write of
 * unknown outcome the entry is read again, which settles it. If the entry is what the write would have made, the write was done.
 * If another writer has changed it, the late write finds another version, and the change is made again: if the first one was
 * done, the slot remembers the command. Only as long as the stored version is still the one that the write expects can it still
 * take effect, so no answer that writes nothing is given on that version.
 *
 * @param <T> the answer
 */
final class Update<T> {

    /** Makes the next content of an entry. A pure function of its argument, but for the clock. */
    interface Change<T> {
        Step<T> on(byte @Nullable [] stored) throws IOException;
    }

    /** What to do with an entry. */
    static final class Step<T> {

        private final boolean writes;
        private final byte @Nullable [] next;
        private final T answer;

        private Step(boolean writes, byte @Nullable [] next, T answer) {
            this.writes = writes;
            this.next = next;
            this.answer = answer;
        }

        static <T> Step<T> keep(T answer) {
            return new Step<>(false, null, answer);
        }

        /** Stores bytes, or deletes the entry if they are null. */
        static <T> Step<T> write(byte @Nullable [] next, T answer) {
            return new Step<>(true, next, answer);
        }
    }

    /** A write that may have been done, or may still be. */
    private static final class Doubt<T> {

        private final long version;
        private final Step<T> step;

        private Doubt(long version, Step<T> step) {
            this.version = version;
            this.step = step;
        }
    }

    private final ByteStore store;
    private final Space space;
    private final SlotAddress at;
    private final Change<T> change;
    private final Backoff backoff;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    /** The last write of unknown outcome; null if there was none. */
    private volatile @Nullable Doubt<T> doubt;
    /** A write was sent, and what has become of it is not noted yet. */
    private volatile boolean sent;

    Update(ByteStore store, Space space, SlotAddress at, Change<T> change, Backoff backoff) {
        this.store = store;
        this.space = space;
        this.at = at;
        this.change = change;
        this.backoff = backoff;
    }

    CompletionStage<T> run() {
        attempt();
        return result;
    }

    private void attempt() {
        var unused = Stages.called(() -> store.read(space, at))
                .whenComplete((found, failure) -> answering(() -> {
                    if (failure != null) {
                        fail(Stages.failure(failure, Effect.NONE, "the entry " + at + " could not be read"));
                    } else {
                        decide(found);
                    }
                }));
    }

    /** Whatever fails, as when memory is short, is the answer: the stage it is thrown out of belongs to no caller. */
    private void answering(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error unexpected) {
            fail(new StorageException(Effect.NONE, "the change of entry " + at + " failed: " + unexpected, unexpected));
        }
    }

    private void decide(Optional<Entry> found) {
        long version = found.map(Entry::version).orElse(ByteStore.ABSENT);
        Doubt<T> doubted = doubt;
        if (doubted != null
                && Arrays.equals(doubted.step.next, found.map(Entry::bytes).orElse(null))) {
            result.complete(doubted.step.answer);
            return;
        }
        Step<T> step;
        try {
            step = change.on(found.map(Entry::bytes).orElse(null));
        } catch (WireFormatException unusable) {
            fail(Stages.unusable(at, unusable));
            return;
        } catch (IOException | RuntimeException unexpected) {
            fail(new StorageException(Effect.NONE, "the change of entry " + at + " failed", unexpected));
            return;
        }
        if (step.writes && (step.next != null || version != ByteStore.ABSENT)) {
            write(version, step);
        } else if (doubted != null && doubted.version == version) {
            fail(new StorageException(Effect.UNKNOWN, "a write of entry " + at + " was not answered", null));
        } else {
            result.complete(step.answer);
        }
    }

    private void write(long version, Step<T> step) {
        byte[] next = step.next;
        sent = true;
        Supplier<CompletionStage<Boolean>> write =
                next == null ? () -> store.delete(space, at, version) : () -> store.replace(space, at, version, next);
        var unused = Stages.called(write)
                .whenComplete((done, failure) -> answering(() -> {
                    if (failure != null) {
                        afterFailedWrite(
                                version,
                                step,
                                Stages.failure(failure, Effect.UNKNOWN, "entry " + at + " could not be written"));
                    } else if (done) {
                        result.complete(step.answer);
                    } else {
                        sent = false;
                        again(new StorageException(Effect.NONE, "other writers of entry " + at + " were faster", null));
                    }
                }));
    }

    private void afterFailedWrite(long version, Step<T> step, StorageException failure) {
        if (failure.effect() == Effect.NONE) {
            sent = false;
            fail(failure);
        } else {
            doubt = new Doubt<>(version, step);
            sent = false;
            again(failure);
        }
    }

    private void again(StorageException reason) {
        if (!backoff.again(this::attempt)) {
            fail(reason);
        }
    }

    /**
     * Nothing was stored by this attempt as far as the failure tells; but by an earlier one something may have been, or by a write that was sent and
     * whose answer could not be taken, as when memory is short.
     */
    private void fail(StorageException failure) {
        boolean understated = (sent || doubt != null) && failure.effect() == Effect.NONE;
        result.completeExceptionally(
                understated
                        ? new StorageException(Effect.UNKNOWN, String.valueOf(failure.getMessage()), failure)
                        : failure);
    }
}
