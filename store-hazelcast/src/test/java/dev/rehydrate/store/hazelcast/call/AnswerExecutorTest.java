// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No answer is lost where the pool that hands answers over can make no thread. */
final class AnswerExecutorTest {

    private final AtomicInteger threads = new AtomicInteger();
    private final ThreadPoolExecutor pool =
            new ThreadPoolExecutor(2, 2, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::madeIfThereIsRoom);
    private final AnswerExecutor answers = new AnswerExecutor(pool);
    private final AsyncCalls calls = new AsyncCalls(answers, answers);
    private final CompletableFuture<String> sent = new CompletableFuture<>();

    @AfterEach
    void end() {
        pool.shutdownNow();
    }

    private Thread madeIfThereIsRoom(Runnable work) {
        return new Thread(work, "answers") {
            @Override
            public synchronized void start() {
                if (threads.getAndDecrement() <= 0) {
                    throw new OutOfMemoryError("unable to create native thread, on purpose");
                }
                super.start();
            }
        };
    }

    private CompletableFuture<Thread> answered() {
        Function<String, Thread> read = answer -> Thread.currentThread();
        return calls.send(() -> sent, read, "beat", true);
    }

    @Test
    void theThreadThatBringsAnAnswerHandsItOverIfThereIsNoOther() {
        CompletableFuture<Thread> answered = answered();

        sent.complete("known");

        assertThat(answered).isCompletedWithValue(Thread.currentThread());
    }

    @Test
    void aThreadThatIsThereHandsItOverIfNoFurtherOneCanBeMade() {
        threads.set(1);
        CompletableFuture<Void> busy = new CompletableFuture<>();
        answers.execute(busy::join);
        CompletableFuture<Thread> answered = answered();

        sent.complete("known");
        assertThat(answered).isNotDone();
        busy.complete(null);

        assertThat(answered)
                .succeedsWithin(10, TimeUnit.SECONDS)
                .satisfies(by -> assertThat(by.getName()).isEqualTo("answers"));
        assertThat(pool.getQueue()).isEmpty();
    }
}
