// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.reading;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers of a store or a host, which come in time by themselves. */
public final class Answers {

    private Answers() {}

    /**
     * Waits for an answer.
     *
     * @param answer the answer
     * @param most how long it may take; more than the time-out of what was asked
     * @return the answer
     * @param <T> its type
     * @throws IllegalStateException if it does not come, with a {@link TimeoutException} as its cause; if the thread is interrupted; or
     *     if the answer is a failure that is no {@link RuntimeException}. Other failures are thrown as they are.
     */
    public static <T> T await(CompletableFuture<T> answer, Duration most) {
        try {
            return answer.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException(failed.getCause());
        } catch (TimeoutException late) {
            throw new IllegalStateException("there was no answer within " + most.toSeconds() + " s", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer", interrupted);
        }
    }
}
