// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.async.ApplicationCode;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Queues calls in the lane of their instance, and answers those that have no answer at their deadline. */
public record CallRouter(CallContext context) {

    /** How long a call waits past its deadline for an answer of the store, which tells more than that the deadline has passed. */
    private static final Duration GRACE = Duration.ofMillis(20);

    /**
     * Works on a call.
     *
     * @param call the call
     * @return its answer, at the deadline at the latest
     */
    public <S, M, R> CompletableFuture<CallOutcome<R>> take(Call<S, M, R> call) {
        return take(call, false);
    }

    /**
     * Works on a call. If its caller does nothing but wait, the host lets callers run turns and no other job of the instance is
     * before it, then in this thread, until it has to wait for something.
     *
     * @param call the call
     * @param callerWaits whether this thread waits for the answer
     * @return its answer, at the deadline at the latest, or at the end of a handler that runs in this thread
     */
    public <S, M, R> CompletableFuture<CallOutcome<R>> take(Call<S, M, R> call, boolean callerWaits) {
        call.calledBy(HandlerWatch.called(context.settings().listener()));
        CallJob<S, M, R> job = new CallJob<>(context, call);
        CallExpiry expiry = new CallExpiry(context.settings(), context.owners());
        InstanceId address = call.address(key -> context.lanes().addressOf(key));
        job.waitsAt(address);
        TimeSource time = context.settings().time();
        Duration left = call.deadline().remaining();
        TimeSource.Cancellable waiting = time.schedule(left, () -> {
            expiry.expire(call);
            call.forget();
        });
        TimeSource.Cancellable running = time.schedule(left.plus(GRACE), () -> CallExpiry.giveUp(call));
        CompletableFuture<CallOutcome<R>> answer = call.answer().whenComplete((outcome, failure) -> {
            waiting.cancel();
            running.cancel();
        });
        boolean here = callerWaits && mayRunTurn();
        if (here) {
            call.mayRunIn(Thread.currentThread());
        }
        Lane lane = context.lanes().enqueue(address, job);
        if (here) {
            lane.pumpHere(job);
        } else {
            lane.pump();
        }
        return answer;
    }

    /** A handler that calls, and a thread that was told to stop, leave the turn to the threads of the host. */
    private boolean mayRunTurn() {
        return context.settings().callersRunTurns()
                && !ApplicationCode.isOnThisThread()
                && !Thread.currentThread().isInterrupted();
    }

    /**
     * Queues a call of the host itself behind the running job of an instance. Its deadline is only checked by its attempts.
     *
     * @param instance the instance, which has a running job
     * @param call the call
     */
    public void enqueue(InstanceId instance, Call<?, ?, ?> call) {
        call.calledBy(HandlerWatch.called(context.settings().listener()));
        context.lanes().enqueue(instance, new CallJob<>(context, call));
    }
}
