// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.Holder;
import dev.rehydrate.command.InstanceStoreException.Subject;
import dev.rehydrate.command.OutcomeUnknownException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Lets calls wait for their turn, and answers those that have no answer at their deadline. */
record Intake(HostCore core) {

    /** What the store says at the very deadline says more than that time is over. */
    private static final Duration LAST_WORDS = Duration.ofMillis(20);

    <S, M, R> CompletableFuture<CallOutcome<R>> take(Call<S, M, R> call) {
        CallJob<S, M, R> job = new CallJob<>(core, call);
        InstanceId address = call.address(core.lanes());
        TimeSource.Cancellable expiry = core.settings()
                .time()
                .schedule(call.deadline().remaining(), () -> {
                    expire(call);
                    core.lanes().forget(address, job);
                });
        TimeSource.Cancellable end =
                core.settings().time().schedule(call.deadline().remaining().plus(LAST_WORDS), () -> giveUp(call));
        CompletableFuture<CallOutcome<R>> answer = call.answer().whenComplete((outcome, failure) -> {
            expiry.cancel();
            end.cancel();
        });
        core.lanes().enqueue(address, job).pump();
        return answer;
    }

    /** A message whose turn takes longer than its deadline: the turn goes on, and its caller does not wait for it. */
    private static void giveUp(Call<?, ?, ?> call) {
        if (call.answer().isDone()) {
            return;
        }
        call.answer()
                .completeExceptionally(
                        call.forbidChange()
                                ? new DeadlinePassedException(
                                        call.operation().name(), call.newId(), "while the turn ran")
                                : new OutcomeUnknownException(
                                        "the deadline passed while the turn of "
                                                + call.operation().name() + " was being saved",
                                        Subject.of(call.newId()),
                                        null));
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
