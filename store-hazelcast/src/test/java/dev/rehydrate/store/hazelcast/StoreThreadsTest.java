// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.hazelcast.spi.impl.operationexecutor.OperationHostileThread;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.store.hazelcast.call.AsyncCalls;
import dev.rehydrate.store.hazelcast.call.StoreThreads;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing that waits, and no end of a store, keeps an answer from a caller that waits for it. */
class StoreThreadsTest {

    private final StoreThreads threads = new StoreThreads();
    private final AsyncCalls calls = new AsyncCalls(threads);
    private final CompletableFuture<String> atLast = new CompletableFuture<>();

    @AfterEach
    void close() {
        atLast.complete("at last");
        threads.close();
    }

    private CompletableFuture<String> answered(CompletableFuture<String> sent) {
        return calls.send(() -> sent, Function.identity(), "beat", true);
    }

    @Test
    void anAnswerDoesNotWaitBehindScansThatWaitForTheCluster() throws Exception {
        int many = 2 * Runtime.getRuntime().availableProcessors() + 4;
        List<CompletableFuture<String>> scans = IntStream.range(0, many)
                .mapToObj(scan -> calls.blocking("scan", atLast::join))
                .toList();

        assertThat(answered(CompletableFuture.completedFuture("alive")).get(10, TimeUnit.SECONDS))
                .isEqualTo("alive");

        assertThat(scans).noneMatch(CompletableFuture::isDone);
        assertThat(threads.queued()).isPositive();
    }

    @Test
    void anAnswerThatComesAfterTheEndIsHandedOutToo() {
        CompletableFuture<String> sent = new CompletableFuture<>();
        CompletableFuture<String> before = answered(sent);
        threads.close();
        sent.complete("late");

        assertThat(before).isCompletedWithValue("late");
        assertThat(answered(sent)).isCompletedWithValue("late");
    }

    @Test
    void nobodyWaitsForTheClusterAfterTheEnd() {
        threads.close();

        assertThat(calls.blocking("scan", atLast::join))
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCauseInstanceOf(StorageException.class)
                .withMessageContaining("scan cannot be asked for from here");
    }

    @Test
    void aScanThatRunsOutOfStackIsAnsweredToo() {
        assertThat(calls.blocking("scan", () -> {
                    throw new StackOverflowError("too deep");
                }))
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCauseInstanceOf(StorageException.class)
                .withMessageContaining("too deep");
    }

    /** In a thread of the store, to which a thread of the engine leaves its calls, an error reaches no caller by itself. */
    @Test
    void aCallThatCannotBeSentForWantOfMemoryIsAnsweredWithItsEffect() {
        assertThat(List.of(effectOf(true), effectOf(false))).containsExactly(Effect.UNKNOWN, Effect.NONE);
    }

    private Effect effectOf(boolean changes) {
        CompletableFuture<CompletableFuture<String>> begun = new CompletableFuture<>();
        Thread ofTheEngine = new ThreadOfTheEngine(() -> begun.complete(calls.send(
                () -> {
                    throw new OutOfMemoryError("no memory");
                },
                Function.identity(),
                "beat",
                changes)));
        ofTheEngine.start();

        Throwable failure = catchThrowable(() -> begun.get(10, TimeUnit.SECONDS).get(10, TimeUnit.SECONDS));

        assertThat(failure).hasCauseInstanceOf(StorageException.class).hasMessageContaining("no memory");
        return ((StorageException) failure.getCause()).effect();
    }

    /** Calls from a thread of this type begin elsewhere. */
    private static final class ThreadOfTheEngine extends Thread implements OperationHostileThread {

        private ThreadOfTheEngine(Runnable task) {
            super(task);
        }
    }
}
