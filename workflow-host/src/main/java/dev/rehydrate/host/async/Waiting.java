// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waiting for futures that end by themselves at their deadline. The bound is only there in case that the clock of the host stands
 * still, or that no thread is left to answer.
 */
public final class Waiting {

    private static final Duration GRACE = Duration.ofSeconds(1);
    /** To a duration of 'for ever' nothing can be added. */
    private static final Duration LONGEST = Duration.ofDays(365);

    /** What a thread waits for. Only the wait ends if it is interrupted, or if the answer is late: what was asked for may still be done. */
    public enum Awaited {
        CALL("the turn may still be saved"),
        POST("the message may still be posted"),
        START("the host was not started"),
        READ("nothing was changed"),
        CONTROL("it may still be done, and may be asked for again");

        private final String effect;

        Awaited(String effect) {
            this.effect = effect;
        }
    }

    private Waiting() {}

    /** Waits for the answer to a call. */
    public static <T> T forAnswer(CompletableFuture<T> answer, Duration time) {
        return forAnswer(answer, time, Awaited.CALL);
    }

    /**
     * Waits for an answer.
     *
     * @param time its deadline
     * @param awaited what the answer is of, which says whether something may still take effect without it
     * @throws OutcomeUnknownException if there is none in time, and something may still take effect
     * @throws StoreUnavailableException if there is none in time, and it was only read
     * @throws CancellationException if the thread is interrupted, and stays so
     */
    public static <T> T forAnswer(CompletableFuture<T> answer, Duration time, Awaited awaited) {
        try {
            return answer.get(nanos(time), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            throw unchecked(Failures.unwrap(failed));
        } catch (TimeoutException late) {
            throw notAnswered("there was no answer within " + time, awaited, late);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            CancellationException cancelled = new CancellationException("interrupted while waiting; " + awaited.effect);
            cancelled.initCause(interrupt);
            throw cancelled;
        }
    }

    private static InstanceStoreException notAnswered(String what, Awaited of, TimeoutException late) {
        return of == Awaited.READ
                ? new StoreUnavailableException(what, Subject.NONE, late)
                : new OutcomeUnknownException(what, Subject.NONE, late);
    }

    public static void forEnd(CompletableFuture<?> end, Duration time) {
        try {
            end.get(nanos(time), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException goesOnAlone) {
            throw new IllegalStateException("the host did not stop in time, it goes on stopping", goesOnAlone);
        }
    }

    public static void forEnd(CompletableFuture<?> end, Duration time, Duration further) {
        forEnd(end, shortened(time).plus(shortened(further)));
    }

    private static long nanos(Duration time) {
        return shortened(time).plus(GRACE).toNanos();
    }

    private static Duration shortened(Duration time) {
        return time.compareTo(LONGEST) < 0 ? time : LONGEST;
    }

    private static RuntimeException unchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException runtime ? runtime : new CompletionException(failure);
    }
}
