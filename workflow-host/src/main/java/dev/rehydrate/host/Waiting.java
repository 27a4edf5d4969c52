// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waiting for futures that end by themselves; the bound is only there so that nothing waits for ever. */
final class Waiting {

    private static final Duration GRACE = Duration.ofSeconds(10);

    private Waiting() {}

    static <T> T forAnswer(CompletableFuture<T> answer, Duration time) {
        try {
            return answer.get(seconds(time), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw unchecked(Failures.unwrap(failed));
        } catch (TimeoutException late) {
            throw new IllegalStateException("no answer within the deadline; the turn may still be saved", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            CancellationException cancelled =
                    new CancellationException("interrupted while waiting; the turn may still be saved");
            cancelled.initCause(interrupted);
            throw cancelled;
        }
    }

    static void forEnd(CompletableFuture<?> end, Duration time) {
        try {
            end.get(seconds(time), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException goesOnAlone) {
            throw new IllegalStateException("the host did not stop in time, it goes on stopping", goesOnAlone);
        }
    }

    private static long seconds(Duration time) {
        long limit = Duration.ofDays(365).toSeconds();
        return Math.min(time.toSeconds(), limit) + GRACE.toSeconds();
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException runtime ? runtime : new CompletionException(failure);
    }
}
