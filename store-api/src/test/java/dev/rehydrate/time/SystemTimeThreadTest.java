// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The thread of the machine's time is shared by all stores of a process, and keeps none of their applications. */
final class SystemTimeThreadTest {

    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    private final SystemTimeSource time = new SystemTimeSource(Duration.ofMillis(1), failures::add);

    private Thread threadOf(Duration delay) throws Exception {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        time.schedule(delay, () -> ran.complete(Thread.currentThread()));
        return ran.get(10, TimeUnit.SECONDS);
    }

    @Test
    void itEndsWhenNothingIsScheduledAndComesAgain() throws Exception {
        Thread first = threadOf(Duration.ZERO);
        first.join(10_000);
        assertThat(first.isAlive()).isFalse();

        // Longer than the thread waits when it has nothing to do.
        Thread second = threadOf(Duration.ofMillis(50));

        second.join(10_000);
        assertThat(second.isAlive()).isFalse();
    }

    @Test
    void itHasNoClassLoaderOfAnApplication() throws Exception {
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        try (URLClassLoader application = new URLClassLoader(new URL[0], before)) {
            caller.setContextClassLoader(application);

            assertThat(threadOf(Duration.ZERO).getContextClassLoader())
                    .isNotSameAs(application)
                    .isSameAs(TimeSource.class.getClassLoader());
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    /** It is the end of what the task was a step of, and there would be no other sign of it. */
    @Test
    void whatATaskThrowsIsTold() throws Exception {
        RuntimeException exception = new IllegalStateException("no step follows");
        Error error = new InternalError("nor here");
        time.schedule(Duration.ZERO, () -> {
            throw exception;
        });
        assertThat(failures.poll(10, TimeUnit.SECONDS)).isSameAs(exception);

        time.schedule(Duration.ofMillis(2), Duration.ofMillis(1), () -> {
            throw error;
        });
        assertThat(failures.poll(10, TimeUnit.SECONDS)).isSameAs(error);
        assertThat(threadOf(Duration.ZERO)).isNotNull();
    }
}
