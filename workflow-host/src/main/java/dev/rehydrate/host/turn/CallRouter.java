// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.host.CallOutcome;
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
        call.calledBy(HandlerWatch.called(context.settings().listener()));
        CallJob<S, M, R> job = new CallJob<>(context, call);
        CallExpiry expiry = new CallExpiry(context.settings(), context.owners());
        InstanceId address = call.address(key -> context.lanes().addressOf(key));
        TimeSource time = context.settings().time();
        Duration left = call.deadline().remaining();
        TimeSource.Cancellable waiting = time.schedule(left, () -> {
            expiry.expire(call);
            context.lanes().forget(address, job);
        });
        TimeSource.Cancellable running = time.schedule(left.plus(GRACE), () -> CallExpiry.giveUp(call));
        CompletableFuture<CallOutcome<R>> answer = call.answer().whenComplete((outcome, failure) -> {
            waiting.cancel();
            running.cancel();
        });
        context.lanes().enqueue(address, job).pump();
        return answer;
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
