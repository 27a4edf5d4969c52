// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.engine.ScriptedStore.Fate;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An error, as when memory is short, is the answer to a call: the caller would wait for another one for ever. */
class ErrorsAreAnsweredTest {

    private static final SlotAddress AT = new SlotAddress(1, 2);
    private static final Caller CALLER = new Caller(new OwnerId(3, 4), null, null, Set.of());
    private static final CommitInstance SAVE = new CommitInstance(
            new CommandId(0, 1),
            CALLER,
            new LockProof.Nothing(),
            new Expected.Absent(),
            InstanceChanges.none(),
            CommitInstance.After.RELEASED,
            0);

    private final ScriptedStore bytes = new ScriptedStore();
    private final TroubledTime time = new TroubledTime();
    private final CompareAndSwapEngine engine = new CompareAndSwapEngine(bytes, time, Duration.ofSeconds(2));

    private static Error error() {
        return new LinkageError("a class could not be linked");
    }

    /** Time in which something fails. */
    private static final class TroubledTime implements TimeSource {

        private boolean tellsTheTime = true;

        @Override
        public Instant instant() {
            if (!tellsTheTime) {
                throw error();
            }
            return Instant.EPOCH;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            throw error();
        }
    }

    private static Effect effect(CompletionStage<?> call) {
        CompletableFuture<?> answer = call.toCompletableFuture();
        assertThat(answer).isCompletedExceptionally();
        try {
            answer.join();
            throw new AssertionError("it did not fail");
        } catch (CompletionException failed) {
            return ((StorageException) failed.getCause()).effect();
        }
    }

    @Test
    void aDecisionThatFailsHasDoneNothing() {
        time.tellsTheTime = false;

        assertThat(effect(engine.apply(AT, SAVE))).isEqualTo(Effect.NONE);
    }

    @Test
    void anAttemptThatCannotBeScheduledHasDoneNothingIfNoWriteIsInDoubt() {
        bytes.always(Fate.LOST_RACE);

        assertThat(effect(engine.apply(AT, SAVE))).isEqualTo(Effect.NONE);
    }

    @Test
    void anAttemptThatCannotBeScheduledLeavesTheDoubt() {
        bytes.always(Fate.NEITHER_DONE_NOR_ANSWERED);

        assertThat(effect(engine.apply(AT, SAVE))).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void aWriteThatEndsInAnErrorMayHaveBeenDone() {
        CompareAndSwapEngine failing = new CompareAndSwapEngine(
                new Forwarding() {
                    @Override
                    public CompletionStage<Boolean> replace(
                            Space space, SlotAddress at, long expected, byte[] content) {
                        throw error();
                    }
                },
                time,
                Duration.ofSeconds(2));

        assertThat(effect(failing.apply(AT, SAVE))).isEqualTo(Effect.UNKNOWN);
    }

    /** As when memory is too short to note that the write is in doubt. */
    @Test
    void aWriteWhoseFailureCannotBeTakenMayHaveBeenDone() {
        CompareAndSwapEngine failing = new CompareAndSwapEngine(
                new Forwarding() {
                    @Override
                    public CompletionStage<Boolean> replace(
                            Space space, SlotAddress at, long expected, byte[] content) {
                        return CompletableFuture.failedFuture(new CompletionException("no answer", null) {
                            @Override
                            public synchronized Throwable getCause() {
                                throw error();
                            }
                        });
                    }
                },
                time,
                Duration.ofSeconds(2));

        assertThat(effect(failing.apply(AT, SAVE))).isEqualTo(Effect.UNKNOWN);
    }

    @Test
    void aPageThatCannotBeVisitedEndsTheWalk() {
        CompletableFuture<List<ByteStore.Entry>> page = new CompletableFuture<>();
        CompareAndSwapEngine walking = new CompareAndSwapEngine(
                new Forwarding() {
                    @Override
                    public CompletionStage<List<Entry>> scan(Space space, @Nullable SlotAddress after, int limit) {
                        return page;
                    }
                },
                time,
                Duration.ofSeconds(2));
        CompletionStage<?> query = walking.query(InstanceQuery.builder().build());

        page.complete(new AbstractList<>() {
            @Override
            public ByteStore.Entry get(int index) {
                throw error();
            }

            @Override
            public int size() {
                return 1;
            }
        });

        assertThat(effect(query)).isEqualTo(Effect.NONE);
    }

    /** What a test does not replace. */
    private abstract class Forwarding implements ByteStore {

        @Override
        public CompletionStage<Optional<Entry>> read(Space space, SlotAddress at) {
            return bytes.read(space, at);
        }

        @Override
        public CompletionStage<Boolean> replace(Space space, SlotAddress at, long expected, byte[] content) {
            return bytes.replace(space, at, expected, content);
        }

        @Override
        public CompletionStage<Boolean> delete(Space space, SlotAddress at, long expected) {
            return bytes.delete(space, at, expected);
        }

        @Override
        public CompletionStage<List<Entry>> scan(Space space, @Nullable SlotAddress after, int limit) {
            return bytes.scan(space, after, limit);
        }

        @Override
        public void announce(byte[] message) {
            bytes.announce(message);
        }

        @Override
        public void onAnnouncement(Consumer<byte[]> receiver) {
            bytes.onAnnouncement(receiver);
        }

        @Override
        public void close() {
            bytes.close();
        }
    }
}
