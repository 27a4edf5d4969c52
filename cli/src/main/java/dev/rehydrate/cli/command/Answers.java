// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers of the store, which come in time by themselves. */
final class Answers {

    private Answers() {}

    /** The answer, or the failure as the store has thrown it. */
    static <T> T of(CompletableFuture<T> answer, Duration most) throws InterruptedException, TimeoutException {
        try {
            return answer.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(failed.getCause());
        }
    }
}
