// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.time.TimeSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Lets calls wait for their turn, and answers those that nobody has begun within their deadline. */
record Intake(HostCore core) {

    <S, M, R> CompletableFuture<CallOutcome<R>> take(Call<S, M, R> call) {
        CallJob<S, M, R> job = new CallJob<>(core, call);
        InstanceId address = call.address(core.lanes());
        TimeSource.Cancellable expiry = core.settings()
                .time()
                .schedule(call.deadline().remaining(), () -> {
                    expire(call);
                    core.lanes().forget(address, job);
                });
        CompletableFuture<CallOutcome<R>> answer = call.answer().whenComplete((outcome, failure) -> expiry.cancel());
        core.lanes().enqueue(address, job).pump();
        return answer;
    }

    /** A message that others kept from beginning until its deadline. */
    <R> void expire(Call<?, ?, R> call) {
        if (!call.begin()) {
            return;
        }
        Optional<OwnerId> own = core.owners().present().map(LiveOwner::id);
        if (own.isPresent()) {
            Holder self = new Holder(own.get(), core.settings().description().published());
            call.answer().complete(new CallOutcome.Busy<>(call.newId(), self));
        } else {
            call.answer()
                    .completeExceptionally(new DeadlinePassedException(
                            call.operation().name(), call.newId(), "while the host had no lease"));
        }
    }
}
